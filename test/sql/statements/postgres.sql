WITH "goldie__judgment" AS (
SELECT DISTINCT CAST("topic" AS TEXT) COLLATE "C" AS "query",
  CAST("docno" AS TEXT) COLLATE "C" AS "doc",
  CAST("rel" AS DOUBLE PRECISION) AS "grade"
FROM "qrels" l
),
"goldie__gold" AS (
SELECT "query",
  "doc",
  "grade",
  1 AS "judged",
  CASE WHEN ("grade" > 0) THEN 1 ELSE 0 END AS "relevant",
  CAST(coalesce(sum(CASE WHEN ("grade" >= CAST('0' AS DOUBLE PRECISION)) THEN 1 ELSE 0 END) OVER (PARTITION BY "query"), 0) AS DOUBLE PRECISION) AS "g0",
  CAST(coalesce(sum(CASE WHEN (("grade" > 0) AND ("grade" >= CAST('0' AS DOUBLE PRECISION))) THEN 1 ELSE 0 END) OVER (PARTITION BY "query"), 0) AS DOUBLE PRECISION) AS "g1",
  CAST(coalesce(sum(CASE WHEN ("grade" > 0) THEN 1 ELSE 0 END) OVER (PARTITION BY "query"), 0) AS DOUBLE PRECISION) AS "g2"
FROM "goldie__judgment" l
),
"goldie__wanted" AS (
SELECT DISTINCT "query"
FROM "goldie__gold" l
),
"goldie__given" AS (
SELECT CAST("system" AS TEXT) COLLATE "C" AS "run",
  CAST("qid" AS TEXT) COLLATE "C" AS "query",
  CAST("the ""doc`\" AS TEXT) COLLATE "C" AS "doc",
  (CAST("sim" AS DOUBLE PRECISION) + 0) AS "score",
  CAST("sim" AS DOUBLE PRECISION) AS "score_given"
FROM "lake"."main"."runs" l
UNION ALL
SELECT CAST($1 AS TEXT) COLLATE "C" AS "run",
  CAST("q" AS TEXT) COLLATE "C" AS "query",
  CAST("d" AS TEXT) COLLATE "C" AS "doc",
  (CAST("s" AS DOUBLE PRECISION) + 0) AS "score",
  CAST("s" AS DOUBLE PRECISION) AS "score_given"
FROM "other" l
),
"goldie__hit" AS (
SELECT l."run" AS "run",
  l."query" AS "query",
  CASE WHEN NOT (r."query" IS NULL) THEN 1 ELSE 0 END AS "known",
  CASE WHEN NOT (r."query" IS NULL) THEN l."doc" ELSE CAST(NULL AS TEXT) COLLATE "C" END AS "doc",
  l."score" AS "score",
  CASE WHEN l."run" IS NULL THEN 1 ELSE CASE WHEN l."query" IS NULL THEN 2 ELSE CASE WHEN l."doc" IS NULL THEN 3 ELSE CASE WHEN l."doc" = '' THEN 4 ELSE CASE WHEN (l."score_given" IS NULL OR NOT ((l."score_given" > CAST('-Infinity' AS DOUBLE PRECISION) AND l."score_given" < CAST('Infinity' AS DOUBLE PRECISION)))) THEN 5 ELSE 0 END END END END END AS "fault"
FROM "goldie__given" l
LEFT JOIN "goldie__wanted" r ON l."query" = r."query"
),
"goldie__folded" AS (
SELECT "run",
  "query",
  "doc",
  max("known") AS "known",
  sum(1) AS "times",
  max("score") AS "score",
  max("fault") AS "fault"
FROM "goldie__hit" l
GROUP BY "run", "query", "doc"
),
"goldie__ranked" AS (
SELECT "run",
  "query",
  "doc",
  "known",
  "times",
  "fault",
  row_number() OVER (PARTITION BY "run", "query" ORDER BY "score" DESC, "doc" COLLATE "C" DESC) AS "rank",
  CASE WHEN lead(1) OVER (PARTITION BY "run", "query" ORDER BY "score" DESC, "doc" COLLATE "C" DESC) IS NULL THEN 1 ELSE 0 END AS "is_last"
FROM "goldie__folded" l
),
"goldie__joined" AS (
SELECT l."run" AS "run",
  CASE WHEN (l."known" = 1) THEN l."query" ELSE CAST(NULL AS TEXT) COLLATE "C" END AS "query",
  l."query" AS "name",
  l."known" AS "known",
  l."doc" AS "doc",
  CAST(l."rank" AS DOUBLE PRECISION) AS "rank",
  l."times" AS "times",
  l."fault" AS "fault",
  coalesce(r."grade", 0) AS "grade",
  coalesce(r."judged", 0) AS "judged",
  coalesce(r."relevant", 0) AS "relevant",
  coalesce(r."g0", 0) AS "g0",
  coalesce(r."g1", 0) AS "g1",
  coalesce(r."g2", 0) AS "g2"
FROM "goldie__ranked" l
LEFT JOIN "goldie__gold" r ON l."query" = r."query" AND l."doc" = r."doc"
WHERE (((NOT (r."query" IS NULL) OR (l."is_last" = 1)) OR (l."times" > 1)) OR (l."fault" > 0))
),
"goldie__seen" AS (
SELECT "run",
  "query",
  "name",
  "known",
  "doc",
  "times",
  "fault",
  "rank",
  "grade",
  "judged",
  "relevant",
  "g0",
  "g1",
  "g2",
  CAST(coalesce(sum(CASE WHEN ("relevant" = 1) THEN 1 ELSE 0 END) OVER (PARTITION BY "run", "name" ORDER BY "rank" ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), 0) AS DOUBLE PRECISION) AS "w0",
  coalesce(CASE WHEN min((CAST('1' AS DOUBLE PRECISION) - CASE WHEN ("grade" > CAST('0' AS DOUBLE PRECISION)) THEN ((CASE WHEN CAST('2' AS DOUBLE PRECISION) <= CAST('0' AS DOUBLE PRECISION) THEN power(CAST('2' AS DOUBLE PRECISION), least("grade", CAST('4' AS DOUBLE PRECISION))) WHEN least("grade", CAST('4' AS DOUBLE PRECISION)) * ln(CAST('2' AS DOUBLE PRECISION)) < CAST('-708' AS DOUBLE PRECISION) THEN CAST('0' AS DOUBLE PRECISION) WHEN least("grade", CAST('4' AS DOUBLE PRECISION)) * ln(CAST('2' AS DOUBLE PRECISION)) > CAST('709' AS DOUBLE PRECISION) THEN CAST('Infinity' AS DOUBLE PRECISION) ELSE power(CAST('2' AS DOUBLE PRECISION), least("grade", CAST('4' AS DOUBLE PRECISION))) END - CAST('1' AS DOUBLE PRECISION)) / CAST('16' AS DOUBLE PRECISION)) ELSE CAST('0' AS DOUBLE PRECISION) END)) OVER (PARTITION BY "run", "name" ORDER BY "rank" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) <= CAST('0' AS DOUBLE PRECISION) THEN CAST('0' AS DOUBLE PRECISION) ELSE exp(greatest(coalesce(sum(ln(CASE WHEN (CAST('1' AS DOUBLE PRECISION) - CASE WHEN ("grade" > CAST('0' AS DOUBLE PRECISION)) THEN ((CASE WHEN CAST('2' AS DOUBLE PRECISION) <= CAST('0' AS DOUBLE PRECISION) THEN power(CAST('2' AS DOUBLE PRECISION), least("grade", CAST('4' AS DOUBLE PRECISION))) WHEN least("grade", CAST('4' AS DOUBLE PRECISION)) * ln(CAST('2' AS DOUBLE PRECISION)) < CAST('-708' AS DOUBLE PRECISION) THEN CAST('0' AS DOUBLE PRECISION) WHEN least("grade", CAST('4' AS DOUBLE PRECISION)) * ln(CAST('2' AS DOUBLE PRECISION)) > CAST('709' AS DOUBLE PRECISION) THEN CAST('Infinity' AS DOUBLE PRECISION) ELSE power(CAST('2' AS DOUBLE PRECISION), least("grade", CAST('4' AS DOUBLE PRECISION))) END - CAST('1' AS DOUBLE PRECISION)) / CAST('16' AS DOUBLE PRECISION)) ELSE CAST('0' AS DOUBLE PRECISION) END) > CAST('0' AS DOUBLE PRECISION) THEN (CAST('1' AS DOUBLE PRECISION) - CASE WHEN ("grade" > CAST('0' AS DOUBLE PRECISION)) THEN ((CASE WHEN CAST('2' AS DOUBLE PRECISION) <= CAST('0' AS DOUBLE PRECISION) THEN power(CAST('2' AS DOUBLE PRECISION), least("grade", CAST('4' AS DOUBLE PRECISION))) WHEN least("grade", CAST('4' AS DOUBLE PRECISION)) * ln(CAST('2' AS DOUBLE PRECISION)) < CAST('-708' AS DOUBLE PRECISION) THEN CAST('0' AS DOUBLE PRECISION) WHEN least("grade", CAST('4' AS DOUBLE PRECISION)) * ln(CAST('2' AS DOUBLE PRECISION)) > CAST('709' AS DOUBLE PRECISION) THEN CAST('Infinity' AS DOUBLE PRECISION) ELSE power(CAST('2' AS DOUBLE PRECISION), least("grade", CAST('4' AS DOUBLE PRECISION))) END - CAST('1' AS DOUBLE PRECISION)) / CAST('16' AS DOUBLE PRECISION)) ELSE CAST('0' AS DOUBLE PRECISION) END) ELSE CAST('1' AS DOUBLE PRECISION) END)) OVER (PARTITION BY "run", "name" ORDER BY "rank" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), CAST('0' AS DOUBLE PRECISION)), CAST('-708' AS DOUBLE PRECISION))) END, CAST('1' AS DOUBLE PRECISION)) AS "w1",
  CAST(coalesce(sum(CASE WHEN ((("judged" = 1) AND NOT (("relevant" = 1))) AND ("grade" >= CAST('0' AS DOUBLE PRECISION))) THEN 1 ELSE 0 END) OVER (PARTITION BY "run", "name" ORDER BY "rank" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS DOUBLE PRECISION) AS "w2"
FROM "goldie__joined" l
),
"goldie__counted" AS (
SELECT "run",
  "query",
  sum(CASE WHEN ("known" = 1) THEN 0 ELSE 1 END) AS "unknown",
  min(CASE WHEN ("known" = 1) THEN CAST(NULL AS TEXT) COLLATE "C" ELSE "name" END) AS "first_unknown",
  max(CASE WHEN ("known" = 1) THEN "rank" ELSE 0 END) AS "length",
  sum(CASE WHEN ("known" = 1) THEN ("times" - 1) ELSE 0 END) AS "repeated",
  min(CASE WHEN ("times" > 1) THEN "doc" ELSE CAST(NULL AS TEXT) COLLATE "C" END) AS "repeated_doc",
  max("fault") AS "fault",
  sum(CASE WHEN (("judged" = 1) AND ("rank" <= CAST('10' AS DOUBLE PRECISION))) THEN (CASE WHEN ("grade" > CAST('0' AS DOUBLE PRECISION)) THEN "grade" ELSE CAST('0' AS DOUBLE PRECISION) END / (ln(("rank" + CAST('1' AS DOUBLE PRECISION))) / ln(CAST('2' AS DOUBLE PRECISION)))) ELSE 0 END) AS "h0",
  sum(CASE WHEN ("relevant" = 1) THEN ("w0" / "rank") ELSE 0 END) AS "h1",
  sum(CASE WHEN (("grade" > CAST('0' AS DOUBLE PRECISION)) AND ("rank" <= CAST('10' AS DOUBLE PRECISION))) THEN (("w1" * CASE WHEN ("grade" > CAST('0' AS DOUBLE PRECISION)) THEN ((CASE WHEN CAST('2' AS DOUBLE PRECISION) <= CAST('0' AS DOUBLE PRECISION) THEN power(CAST('2' AS DOUBLE PRECISION), least("grade", CAST('4' AS DOUBLE PRECISION))) WHEN least("grade", CAST('4' AS DOUBLE PRECISION)) * ln(CAST('2' AS DOUBLE PRECISION)) < CAST('-708' AS DOUBLE PRECISION) THEN CAST('0' AS DOUBLE PRECISION) WHEN least("grade", CAST('4' AS DOUBLE PRECISION)) * ln(CAST('2' AS DOUBLE PRECISION)) > CAST('709' AS DOUBLE PRECISION) THEN CAST('Infinity' AS DOUBLE PRECISION) ELSE power(CAST('2' AS DOUBLE PRECISION), least("grade", CAST('4' AS DOUBLE PRECISION))) END - CAST('1' AS DOUBLE PRECISION)) / CAST('16' AS DOUBLE PRECISION)) ELSE CAST('0' AS DOUBLE PRECISION) END) / "rank") ELSE 0 END) AS "h2",
  sum(CASE WHEN ("relevant" = 1) THEN CASE WHEN ("w2" = CAST('0' AS DOUBLE PRECISION)) THEN CAST('1' AS DOUBLE PRECISION) ELSE CASE WHEN (least(("g0" - "g1"), "g2") = CAST('0' AS DOUBLE PRECISION)) THEN CAST('0' AS DOUBLE PRECISION) ELSE (CAST('1' AS DOUBLE PRECISION) - (least("w2", "g2") / least(("g0" - "g1"), "g2"))) END END ELSE 0 END) AS "h3",
  sum(CASE WHEN (("relevant" = 1) AND ("rank" <= CAST('5' AS DOUBLE PRECISION))) THEN 1 ELSE 0 END) AS "h4",
  sum(CASE WHEN (("relevant" = 1) AND ("rank" <= CAST('100' AS DOUBLE PRECISION))) THEN 1 ELSE 0 END) AS "h5",
  sum(CASE WHEN ("judged" = 1) THEN 1 ELSE 0 END) AS "h6",
  sum(CASE WHEN ("relevant" = 1) THEN 1 ELSE 0 END) AS "h7",
  164733370 AS "goldie_plan"
FROM "goldie__seen" l
GROUP BY "run", "query"
)
SELECT "run",
  "query",
  "unknown",
  "first_unknown",
  "length",
  "repeated",
  "repeated_doc",
  "fault",
  "h0",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "h7",
  "goldie_plan",
  sum(1) OVER (PARTITION BY "goldie_plan") AS "goldie_rows"
FROM "goldie__counted" l
