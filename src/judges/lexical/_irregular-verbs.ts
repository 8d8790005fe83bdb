/** English verbs whose past has another stem: "built" is of "build". For the flag that a text may say the opposite; support knows nothing of it. */
import { stem } from "../../text/stem.ts";

/** Each: the verb, its past, its participle where that is another word. Not those whose forms are one word ("cut"), or small words ("be", "do", "have"). */
const verbs = `arise arose arisen, awake awoke awoken, bear bore borne, beat beat beaten, become became, befall befell befallen,
begin began begun, bend bent, bind bound, bite bit bitten, bleed bled, blow blew blown, break broke broken, breed bred, bring brought,
build built, burn burnt, buy bought, catch caught, choose chose chosen, cling clung, come came, creep crept, deal dealt, dig dug,
draw drew drawn, dream dreamt, drink drank drunk, drive drove driven, dwell dwelt, eat ate eaten, fall fell fallen, feed fed, feel felt,
fight fought, find found, flee fled, fling flung, fly flew flown, forbid forbade forbidden, foresee foresaw foreseen, forget forgot forgotten,
forgive forgave forgiven, forgo forwent forgone, forsake forsook forsaken, freeze froze frozen, get got gotten, give gave given, go went gone,
grind ground, grow grew grown, hang hung, hear heard, hide hid hidden, hold held, keep kept, kneel knelt, know knew known, lay laid,
lead led, lean leant, leap leapt, learn learnt, leave left, lend lent, lie lay lain, light lit, lose lost, make made, mean meant, meet met,
mislead misled, mistake mistook mistaken, misunderstand misunderstood, mow mowed mown, outgrow outgrew outgrown, overcome overcame,
oversee oversaw overseen, overtake overtook overtaken, overthrow overthrew overthrown, pay paid, prove proved proven, rebuild rebuilt,
repay repaid, retake retook retaken, rewrite rewrote rewritten, ride rode ridden, ring rang rung, rise rose risen, run ran, saw sawed sawn,
say said, see saw seen, seek sought, sell sold, send sent, sew sewed sewn, shake shook shaken, shear sheared shorn, shine shone, shoot shot,
show showed shown, shrink shrank shrunk, sing sang sung, sink sank sunk, sit sat, slay slew slain, sleep slept, slide slid, sling slung,
smell smelt, sow sowed sown, speak spoke spoken, speed sped, spell spelt, spend spent, spill spilt, spin spun, spit spat, spoil spoilt,
spring sprang sprung, stand stood, steal stole stolen, stick stuck, sting stung, stink stank stunk, stride strode stridden, strike struck stricken,
string strung, strive strove striven, swear swore sworn, sweep swept, swell swelled swollen, swim swam swum, swing swung, take took taken,
teach taught, tear tore torn, tell told, think thought, throw threw thrown, tread trod trodden, undergo underwent undergone,
understand understood, undertake undertook undertaken, undo undid undone, wake woke woken, wear wore worn, weave wove woven, weep wept,
win won, wind wound, withdraw withdrew withdrawn, withhold withheld, withstand withstood, wring wrung, write wrote written`;

const bases = new Map<string, string>();
for (const verb of verbs.split(/,\s+/)) {
  const [base, ...forms] = verb.split(" ") as [string, ...string[]];
  // "lay" is of "lie" and a verb itself, "saw" of "see": what is more often meant.
  for (const form of forms) if (form !== "lay") bases.set(form, stem(base));
}

/** The stem of a folded word, the same for every form of a verb. */
export const verbStem = (key: string): string => bases.get(key) ?? stem(key);
