"""A retriever in Python: a line of JSON in, a line of JSON out. Counts shared words."""
import json
import os
import re
import sys


def words(text):
    return set(re.findall(r"[a-z0-9]+", text.lower()))


with open(sys.argv[1], encoding="utf-8") as lines:
    documents = [json.loads(line) for line in lines]
bags = [words(document["text"]) for document in documents]
print("ready", file=sys.stderr)

for line in sys.stdin:
    asked = json.loads(line)
    query = asked["query"]
    if query == "die":
        print("out of memory", file=sys.stderr, flush=True)
        os._exit(3)
    if query == "fail":
        answer = {"id": asked["id"], "error": "no such index"}
    else:
        shared = [len(words(query) & bag) for bag in bags]
        best = sorted(range(len(bags)), key=lambda i: (-shared[i], i))[: asked["k"]]
        hits = [{"id": documents[i]["id"], "score": shared[i]} for i in best]
        answer = {"id": asked["id"], "hits": hits}
    print(json.dumps(answer), flush=True)
