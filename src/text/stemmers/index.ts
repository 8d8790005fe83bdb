/** Snowball stemmers of languages other than English, by name. They see accents, so words are folded afterwards. */
import { stemDanish } from "./danish.ts";
import { stemDutch } from "./dutch.ts";
import { stemFinnish } from "./finnish.ts";
import { stemFrench } from "./french.ts";
import { stemGerman } from "./german.ts";
import { stemItalian } from "./italian.ts";
import { stemNorwegian } from "./norwegian.ts";
import { stemPortuguese } from "./portuguese.ts";
import { stemRussian } from "./russian.ts";
import { stemSpanish } from "./spanish.ts";
import { stemSwedish } from "./swedish.ts";

export const stemmers: Readonly<Record<string, (word: string) => string>> = {
  danish: stemDanish,
  dutch: stemDutch,
  finnish: stemFinnish,
  french: stemFrench,
  german: stemGerman,
  italian: stemItalian,
  norwegian: stemNorwegian,
  portuguese: stemPortuguese,
  russian: stemRussian,
  spanish: stemSpanish,
  swedish: stemSwedish,
};
