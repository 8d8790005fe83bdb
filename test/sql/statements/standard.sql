WITH "goldie__judgment" AS (
SELECT DISTINCT CAST("topic" AS VARCHAR) AS "query",
  CAST("docno" AS VARCHAR) AS "doc",
  CAST("rel" AS DOUBLE) AS "grade"
FROM "qrels" l
),
"goldie__gold" AS (
SELECT "query",
  "doc",
  "grade",
  1 AS "judged",
  CASE WHEN ("grade" > 0) THEN 1 ELSE 0 END AS "relevant",
  CAST(coalesce(sum(CASE WHEN ("grade" >= 0e0) THEN 1 ELSE 0 END) OVER (PARTITION BY "query"), 0) AS DOUBLE) AS "g0",
  CAST(coalesce(sum(CASE WHEN (("grade" > 0) AND ("grade" >= 0e0)) THEN 1 ELSE 0 END) OVER (PARTITION BY "query"), 0) AS DOUBLE) AS "g1",
  CAST(coalesce(sum(CASE WHEN ("grade" > 0) THEN 1 ELSE 0 END) OVER (PARTITION BY "query"), 0) AS DOUBLE) AS "g2"
FROM "goldie__judgment" l
),
"goldie__wanted" AS (
SELECT DISTINCT "query"
FROM "goldie__gold" l
),
"goldie__given" AS (
SELECT CAST("system" AS VARCHAR) AS "run",
  CAST("qid" AS VARCHAR) AS "query",
  CAST("the ""doc`\" AS VARCHAR) AS "doc",
  (CAST("sim" AS DOUBLE) + 0) AS "score",
  CAST("sim" AS DOUBLE) AS "score_given"
FROM "lake"."main"."runs" l
UNION ALL
SELECT CAST('it''s \ a "run" of ${user} & 😀
' AS VARCHAR) AS "run",
  CAST("q" AS VARCHAR) AS "query",
  CAST("d" AS VARCHAR) AS "doc",
  (CAST("s" AS DOUBLE) + 0) AS "score",
  CAST("s" AS DOUBLE) AS "score_given"
FROM "other" l
),
"goldie__hit" AS (
SELECT l."run" AS "run",
  l."query" AS "query",
  CASE WHEN NOT (r."query" IS NULL) THEN 1 ELSE 0 END AS "known",
  CASE WHEN NOT (r."query" IS NULL) THEN l."doc" ELSE CAST(NULL AS VARCHAR) END AS "doc",
  l."score" AS "score",
  CASE WHEN (l."run" IS NULL OR l."run" = '') THEN 1 ELSE CASE WHEN l."query" IS NULL THEN 2 ELSE CASE WHEN l."doc" IS NULL THEN 3 ELSE CASE WHEN l."doc" = '' THEN 4 ELSE CASE WHEN (l."score_given" IS NULL OR NOT (is_finite(l."score_given"))) THEN 5 ELSE 0 END END END END END AS "fault"
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
  row_number() OVER (PARTITION BY "run", "query" ORDER BY "score" DESC, "doc" DESC) AS "rank",
  CASE WHEN lead(1) OVER (PARTITION BY "run", "query" ORDER BY "score" DESC, "doc" DESC) IS NULL THEN 1 ELSE 0 END AS "is_last"
FROM "goldie__folded" l
),
"goldie__joined" AS (
SELECT l."run" AS "run",
  CASE WHEN (l."known" = 1) THEN l."query" ELSE CAST(NULL AS VARCHAR) END AS "query",
  l."query" AS "name",
  l."known" AS "known",
  l."doc" AS "doc",
  CAST(l."rank" AS DOUBLE) AS "rank",
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
  CAST(coalesce(sum(CASE WHEN ("relevant" = 1) THEN 1 ELSE 0 END) OVER (PARTITION BY "run", "name" ORDER BY "rank" ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), 0) AS DOUBLE) AS "w0",
  coalesce(CASE WHEN min((1e0 - CASE WHEN ("grade" > 0e0) THEN ((power(2e0, least("grade", 4e0)) - 1e0) / 1.6e1) ELSE 0e0 END)) OVER (PARTITION BY "run", "name" ORDER BY "rank" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) <= 0e0 THEN 0e0 ELSE exp(sum(ln(CASE WHEN (1e0 - CASE WHEN ("grade" > 0e0) THEN ((power(2e0, least("grade", 4e0)) - 1e0) / 1.6e1) ELSE 0e0 END) > 0e0 THEN (1e0 - CASE WHEN ("grade" > 0e0) THEN ((power(2e0, least("grade", 4e0)) - 1e0) / 1.6e1) ELSE 0e0 END) ELSE 1e0 END)) OVER (PARTITION BY "run", "name" ORDER BY "rank" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) END, 1e0) AS "w1",
  CAST(coalesce(sum(CASE WHEN ((("judged" = 1) AND NOT (("relevant" = 1))) AND ("grade" >= 0e0)) THEN 1 ELSE 0 END) OVER (PARTITION BY "run", "name" ORDER BY "rank" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS DOUBLE) AS "w2"
FROM "goldie__joined" l
),
"goldie__counted" AS (
SELECT "run",
  "query",
  sum(CASE WHEN ("known" = 1) THEN 0 ELSE 1 END) AS "unknown",
  min(CASE WHEN ("known" = 1) THEN CAST(NULL AS VARCHAR) ELSE "name" END) AS "first_unknown",
  max(CASE WHEN ("known" = 1) THEN "rank" ELSE 0 END) AS "length",
  sum(CASE WHEN ("known" = 1) THEN ("times" - 1) ELSE 0 END) AS "repeated",
  min(CASE WHEN ("times" > 1) THEN "doc" ELSE CAST(NULL AS VARCHAR) END) AS "repeated_doc",
  max("fault") AS "fault",
  sum(CASE WHEN (("judged" = 1) AND ("rank" <= 1e1)) THEN (CASE WHEN ("grade" > 0e0) THEN "grade" ELSE 0e0 END / log2(("rank" + 1e0))) ELSE 0 END) AS "h0",
  sum(CASE WHEN ("relevant" = 1) THEN ("w0" / "rank") ELSE 0 END) AS "h1",
  sum(CASE WHEN (("grade" > 0e0) AND ("rank" <= 1e1)) THEN (("w1" * CASE WHEN ("grade" > 0e0) THEN ((power(2e0, least("grade", 4e0)) - 1e0) / 1.6e1) ELSE 0e0 END) / "rank") ELSE 0 END) AS "h2",
  sum(CASE WHEN ("relevant" = 1) THEN CASE WHEN ("w2" = 0e0) THEN 1e0 ELSE CASE WHEN (least(("g0" - "g1"), "g2") = 0e0) THEN 0e0 ELSE (1e0 - (least("w2", "g2") / least(("g0" - "g1"), "g2"))) END END ELSE 0 END) AS "h3",
  sum(CASE WHEN (("relevant" = 1) AND ("rank" <= 5e0)) THEN 1 ELSE 0 END) AS "h4",
  sum(CASE WHEN (("relevant" = 1) AND ("rank" <= 1e2)) THEN 1 ELSE 0 END) AS "h5",
  sum(CASE WHEN ("judged" = 1) THEN 1 ELSE 0 END) AS "h6",
  sum(CASE WHEN ("relevant" = 1) THEN 1 ELSE 0 END) AS "h7",
  216274132 AS "goldie_plan"
FROM "goldie__seen" l
GROUP BY "run", "query"
),
"goldie__gold_placed" AS (
SELECT "query",
  "grade",
  "relevant",
  row_number() OVER (PARTITION BY "query" ORDER BY "doc") AS "place",
  row_number() OVER (PARTITION BY "judged" ORDER BY "query", "doc") AS "place_of_all"
FROM "goldie__gold" l
),
"goldie__gold_query" AS (
SELECT "query",
  sum(1) AS "gold_judged",
  sum("relevant") AS "gold_relevant",
  sum("grade") AS "gold_grades",
  sum(("grade" * CAST("place" AS DOUBLE))) AS "gold_placed",
  sum(("grade" * (CAST("place" AS DOUBLE) * CAST("place" AS DOUBLE)))) AS "gold_squared",
  sum(("grade" * log2((1 + CAST("place" AS DOUBLE))))) AS "gold_logged"
FROM "goldie__gold_placed" l
GROUP BY "query"
),
"goldie__gold_all" AS (
SELECT 216274132 AS "goldie_plan",
  sum(CASE WHEN ("place" = 1) THEN 1 ELSE 0 END) AS "all_queries",
  sum(1) AS "all_judged",
  sum("relevant") AS "all_relevant",
  sum("grade") AS "all_grades",
  sum(("grade" * CAST("place_of_all" AS DOUBLE))) AS "all_placed"
FROM "goldie__gold_placed" l
),
"goldie__told" AS (
SELECT l."run" AS "run",
  l."query" AS "query",
  l."unknown" AS "unknown",
  l."first_unknown" AS "first_unknown",
  l."length" AS "length",
  l."repeated" AS "repeated",
  l."repeated_doc" AS "repeated_doc",
  l."fault" AS "fault",
  l."h0" AS "h0",
  l."h1" AS "h1",
  l."h2" AS "h2",
  l."h3" AS "h3",
  l."h4" AS "h4",
  l."h5" AS "h5",
  l."h6" AS "h6",
  l."h7" AS "h7",
  l."goldie_plan" AS "goldie_plan",
  r."all_queries" AS "all_queries",
  r."all_judged" AS "all_judged",
  r."all_relevant" AS "all_relevant",
  r."all_grades" AS "all_grades",
  r."all_placed" AS "all_placed"
FROM "goldie__counted" l
LEFT JOIN "goldie__gold_all" r ON l."goldie_plan" = r."goldie_plan"
)
SELECT l."run" AS "run",
  l."query" AS "query",
  l."unknown" AS "unknown",
  l."first_unknown" AS "first_unknown",
  l."length" AS "length",
  l."repeated" AS "repeated",
  l."repeated_doc" AS "repeated_doc",
  l."fault" AS "fault",
  l."h0" AS "h0",
  l."h1" AS "h1",
  l."h2" AS "h2",
  l."h3" AS "h3",
  l."h4" AS "h4",
  l."h5" AS "h5",
  l."h6" AS "h6",
  l."h7" AS "h7",
  l."goldie_plan" AS "goldie_plan",
  l."all_queries" AS "all_queries",
  l."all_judged" AS "all_judged",
  l."all_relevant" AS "all_relevant",
  l."all_grades" AS "all_grades",
  l."all_placed" AS "all_placed",
  r."gold_judged" AS "gold_judged",
  r."gold_relevant" AS "gold_relevant",
  r."gold_grades" AS "gold_grades",
  r."gold_placed" AS "gold_placed",
  r."gold_squared" AS "gold_squared",
  r."gold_logged" AS "gold_logged",
  sum(1) OVER (PARTITION BY "goldie_plan") AS "goldie_rows"
FROM "goldie__told" l
LEFT JOIN "goldie__gold_query" r ON l."query" = r."query"
