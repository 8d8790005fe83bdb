/** Words with a dot that does not end a sentence. Without the dot, in lower case. */

/** Something always follows: a name, a number, what is compared. */
export const opening: ReadonlySet<string> = new Set(
  `mr mrs ms mx dr prof rev hon pres gov sen rep gen col lt cmdr capt sgt cpl maj adm fr sr st mt ft msgr supt atty messrs mlle mme
  vs v cf eg e.g ie i.e viz al ca approx fig figs eq eqs ch sec vol vols no nos nr pp p art par ed eds trans
  op cit bros dept univ assn est feat ref refs def ex min max avg incl excl tel`.split(/\s+/),
);

/** May end a sentence as well; then a word follows that begins one. */
export const either: ReadonlySet<string> = new Set(
  `etc inc ltd co corp llc plc jr esq a.m p.m am pm u.s u.k u.n u.s.a e.u d.c b.c a.d b.c.e c.e ph.d m.d b.a m.a d.phil
  jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun
  ave blvd rd hwy apt bldg sq km cm mm kg mg lb lbs oz hr hrs sec mi in cu`.split(/\s+/),
);

/** Words that often begin a sentence and seldom follow an abbreviation. */
export const starters: ReadonlySet<string> = new Set(
  `the a an this that these those it its he she his her they their there we our you your i my in on at by for from with as to of
  if when while where although though since after before during because however but and so then thus therefore moreover
  some many most all both each other another such what who how why not no one two three also later today now here once despite
  according under until upon within without among between`.split(/\s+/),
);
