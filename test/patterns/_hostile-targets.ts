/** Functions that meet texts of the user, by name. */
import { maskOf } from "../../src/calls/mask.ts";
import { parseDuration } from "../../src/calls/rate-headers.ts";
import { jsonText } from "../../src/core/json-text.ts";
import { expandCutoffs, nameTable, parseMetric, splitMetrics } from "../../src/core/metric-grammar.ts";
import { shown } from "../../src/core/shown.ts";
import { calledName, placedIn } from "../../src/evaluate/plan/names.ts";
import { listCell, looksLikeList } from "../../src/formats/csv/list-cell.ts";
import { idsIn, separatorsIn } from "../../src/formats/csv/list-separator.ts";
import { parsePythonLiteral } from "../../src/formats/csv/python-literal.ts";
import { firstRecords } from "../../src/formats/csv/records.ts";
import { formats } from "../../src/formats/index.ts";
import { parseJson } from "../../src/formats/json/parse.ts";
import { sniffJson } from "../../src/formats/json/sniff.ts";
import { findEntities } from "../../src/judges/lexical/entities.ts";
import { findJson } from "../../src/judges/model/_read-json.ts";
import { readClaimsReply, readSupportReply } from "../../src/judges/model/_replies.ts";
import { splitBlocks } from "../../src/judges/split/_blocks.ts";
import { withoutCitations } from "../../src/judges/split/citations.ts";
import { splitClaims } from "../../src/judges/split/claims.ts";
import { splitStatements } from "../../src/judges/split/statements.ts";
import { diagnose, diagnosisText } from "../../src/match/doctor/index.ts";
import { inferredEdits } from "../../src/match/doctor/infer.ts";
import { cutsLists } from "../../src/match/doctor/list-like.ts";
import { shapeOf, signatureOf } from "../../src/match/doctor/shape.ts";
import { idNormalisers } from "../../src/match/ids/index.ts";
import { OtherRules } from "../../src/match/ids/other-rule.ts";
import { parseIdRule, parseIdsFlag } from "../../src/match/ids/parse.ts";
import { foldedToken, mainToken, tokensOf } from "../../src/match/ids/tokens.ts";
import { textRules } from "../../src/match/text/index.ts";
import { metrics } from "../../src/metrics/index.ts";
import { analyzers } from "../../src/text/analyzer.ts";
import { chunkText } from "../../src/text/chunk/chunk.ts";
import { fill } from "../../src/text/fill.ts";
import { foldWord } from "../../src/text/fold.ts";
import { Normaliser } from "../../src/text/normalise.ts";
import { shellWord } from "../../src/text/shell-word.ts";
import { related, stem } from "../../src/text/stem.ts";
import { tokenRules } from "../../src/text/token-rules.ts";
import { foldTokens } from "../../src/text/tokens.ts";
import { oneLine, widthOf } from "../../src/text/width.ts";
import { proposedRules } from "./_proposed.ts";

export type Target = readonly [name: string, run: (text: string) => unknown];

const encoder = new TextEncoder();
const names = nameTable(metrics);

/** Each on all texts. */
export const quick: readonly Target[] = [
  ...idNormalisers.map(({ id, apply }): Target => [`id rule ${id}`, apply]),
  ...proposedRules()
    .filter((_, i) => i % 20 === 0)
    .map((rule): Target => [`proposed rule ${rule}`, parseIdRule(rule)]),
  ["looks of ids", (text) => [shapeOf([text, `${text}1`]), signatureOf(text)]],
  ...Object.entries(tokenRules).map(([name, rule]): Target => [`tokens ${name}`, rule]),
  ["folded word", foldWord],
  ["stem", (text) => [stem(text), related(text, `${text}s`)]],
  ["normalised text", (text) => new Normaliser().normalise(text)],
  ["one line", (text) => [oneLine(text), widthOf(text), shellWord(text), shown(text), jsonText(text)]],
  ["metric with a number", (text) => parseMetric(`ndcg(k=${text})@${text}`, names)],
  [
    "names of dialects",
    (text) => [calledName(`P(${text})@5`), placedIn({ name: "P_{k}", is: "precision" }, `P_${text}`)],
  ],
  ["lists in a cell", (text) => [looksLikeList(text), separatorsIn(text), idsIn([text]), listCell(text)]],
  ["Python literals", parsePythonLiteral],
  ["Python lists", (text) => parsePythonLiteral(`[${text}]`)],
  ["JSON", parseJson],
  ["JSON text", (text) => parseJson(`{"a":"${text}`)],
  ["JSON number", (text) => parseJson(`[1${text}]`)],
  ["the look of JSON", (text) => sniffJson(encoder.encode(`{"a":${text}`))],
  ["first records", (text) => firstRecords(encoder.encode(text), 44, 5)],
  ["citations", withoutCitations],
  ["blocks", splitBlocks],
  ["JSON of a model", (text) => [findJson(text, ["a"]), findJson(`{"a":"${text}`, ["a"])]],
  [
    "replies of a model",
    (text) => [
      readClaimsReply(text),
      readSupportReply(`{"supported":"${text}"}`, { claims: ["1"], chunks: ["c1"] } as never),
    ],
  ],
  ["durations", (text) => parseDuration(text)],
];

/** Each on some of them: these do much for every character. */
export const thorough: readonly Target[] = [
  ["other id rules", (text) => new OtherRules().find(text, [`${text}1`, `doc-${text}`, text.slice(1)])],
  ["held parts", (text) => new OtherRules().heldBy(text)],
  ["written id rules", (text) => [parseIdRule, parseIdsFlag].map((read) => read(text))],
  ["tokens of ids", (text) => [tokensOf(text), mainToken(text), foldedToken(text)]],
  [
    "inferred rules",
    (text) => inferredEdits([{ gold: [text], hits: [`a-${text}-1`, text.slice(1), `${text}.md`] }]),
  ],
  ["ids that are lists", (text) => cutsLists([text, text.slice(0, 9_999)], (id) => id.slice(1))],
  [
    "the doctor",
    (text) =>
      diagnosisText(
        diagnose({
          gold: new Map([["q", [text]]]),
          runs: [{ name: "a", run: new Map([["q", [`${text}1`, text.slice(1)]]]) }],
        }),
      ),
  ],
  ...Object.entries(textRules).map(
    ([name, rule]): Target => [
      `text rule ${name}`,
      (text) => rule.similarity(rule.hit(`${text} b`), rule.gold(text.slice(0, 1000)), rule.at),
    ],
  ),
  ["folded tokens", foldTokens],
  ...(["size", "sentence", "heading"] as const).map(
    (by): Target => [`chunks by ${by}`, (text) => chunkText(text, { by, size: 20, overlap: 5 })],
  ),
  ...Object.values(analyzers).map(
    ({ name, words, term }): Target => [
      `terms ${name}`,
      (text) => words(text, { word: (word, ascii) => void term(word, ascii) }),
    ],
  ),
  ["filled lines", (text) => fill(text)],
  [
    "metric names",
    (text) => {
      for (const read of [splitMetrics, expandCutoffs]) read(text);
      return parseMetric(text, names);
    },
  ],
  ...formats.flatMap((format) =>
    format.kinds.map(
      (kind): Target => [
        `is it ${format.id} ${kind}?`,
        (text) => format.detect(encoder.encode(text), `a.${format.id}`, kind),
      ],
    ),
  ),
  ["claims", splitClaims],
  ["statements", splitStatements],
  ["names in texts", findEntities],
  ["masked keys", (text) => maskOf({ "x-api-key": "sk-1234567890abcdef" })(text)],
];
