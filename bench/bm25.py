"""python3 bench/bm25.py FILE: bm25s with its numpy backend on the texts of bench/bm25.mjs.

One query at a time, without stop words and stemmer. Prints one line of JSON: CPU seconds for the index,
resident bytes above the loaded texts, and queries per CPU second for k = 10 and 100.
"""

import importlib.metadata
import json
import os
import sys
import time

# CPU seconds of several threads would add up.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import bm25s


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        data = json.load(file)
    before = resident() if os.path.exists("/proc/self/statm") else None
    start = time.process_time()
    tokens = bm25s.tokenize(data["texts"], stopwords=None, stemmer=None, show_progress=False)
    index = bm25s.BM25(k1=1.2, b=0.75, method="lucene", backend="numpy")
    index.index(tokens, show_progress=False)
    seconds = time.process_time() - start
    del tokens
    memory = None if before is None else resident() - before

    def search(query, k):
        asked = bm25s.tokenize(query, stopwords=None, stemmer=None, show_progress=False)
        return index.retrieve(asked, k=k, show_progress=False)

    per_second = {}
    for k in (10, 100):
        for query in data["asked"][:20]:
            search(query, k)
        start = time.process_time()
        for query in data["asked"]:
            search(query, k)
        per_second[k] = len(data["asked"]) / (time.process_time() - start)
    version = importlib.metadata.version("bm25s")
    print(json.dumps({"version": version, "index": seconds, "memory": memory, "perSecond": per_second}))


main()
