"""python3 bench/peers.py TOOL FILE ROUNDS: the same four means with another tool, on the data of bench/peers.mjs.

Only the tool's own evaluation is timed, on the dicts (pytrec_eval) or objects (ranx) that it wants;
making these takes time too, and is printed beside it. Prints one line of JSON.
"""

import importlib.metadata
import json
import sys
import time


def pytrec_eval_tool(gold, run):
    import pytrec_eval

    measures = {"ndcg_cut.10": "ndcg_cut_10", "recall.100": "recall_100", "map": "map", "recip_rank": "recip_rank"}
    evaluator = pytrec_eval.RelevanceEvaluator(gold, set(measures))

    def evaluate():
        rows = evaluator.evaluate(run).values()
        return [sum(row[name] for row in rows) / len(rows) for name in measures.values()]

    return evaluate


def ranx_tool(gold, run):
    import ranx

    # ranx takes whole grades of 1 and more, and wants a document for each query.
    qrels = ranx.Qrels({q: {d: g for d, g in grades.items() if g > 0} for q, grades in gold.items()})
    its_run = ranx.Run(run)
    names = ["ndcg@10", "recall@100", "map", "mrr"]
    return lambda: list(ranx.evaluate(qrels, its_run, names, make_comparable=True).values())


def main():
    tool, file, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with open(file, encoding="utf-8") as lines:
        data = json.load(lines)
    start = time.perf_counter()
    evaluate = {"pytrec_eval": pytrec_eval_tool, "ranx": ranx_tool}[tool](data["gold"], data["run"])
    made = time.perf_counter() - start
    evaluate()  # compiles what is compiled on first use
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        means = evaluate()
        times.append(time.perf_counter() - start)
    packages = importlib.metadata.packages_distributions().get(tool, [tool])
    version = importlib.metadata.version(packages[0])
    print(json.dumps({"seconds": min(times), "made": made, "means": [float(x) for x in means], "version": version}))


main()
