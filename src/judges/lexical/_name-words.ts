/** Words that decide what belongs to a name. Folded, but for the connectors. */
const listOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Small words of names of persons. */
export const particles = listOf("de von van der den la le du da di del dos das el al bin ibn ben y");
/** Join two words with capitals, under conditions. */
export const joins = listOf("of for and the");
export const abbreviated = listOf("St Jr Sr Mt Ft Ltd Inc Co Corp Bros Ph.D");
/** Before a name, not part of it. */
export const titles = listOf(
  "mr mrs ms dr prof professor president general colonel captain lieutenant major brigadier sir judge bishop governor senator mayor director count sergeant commander admiral representative",
);
export const dateWords = listOf(
  "january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday",
);
/** Words that begin sentences but are not stop words. */
export const openers = listOf(
  "yes yeah yep nope additionally moreover furthermore unfortunately fortunately consequently therefore thus hence overall finally lastly ultimately firstly secondly thirdly indeed similarly likewise conversely alternatively accordingly subsequently specifically notably importantly however despite although because according former several various many after before during since while when meanwhile nevertheless nonetheless also hey oh see two three four five six seven eight nine ten original current most",
);
/** Begin names though mostly written small. */
export const capitalised = listOf("new united north south east west lake mount saint king");
/** With capitals, and no names. */
export const common = listOf(
  "i cd dvd tv dj ep lp ceo pm am fm kos ko phd ph.d md ba ma no dec nov oct aids hiv dna rna v6 v8 mp llc rpo",
);

/** What people call out, and the short forms of social text: never names, whatever their capitals. */
export const callouts = listOf(
  "wow woaw woah lol lmao lmfao lmaoo rofl omg omfg wtf stfu smh idk tbh imo ftw btw af xd bs rip ugh um aw aww awww oh ooh yay hurray bravo congrats thank thanks please plz pls hi hello hey bye welcome okay ok yeah yep nope aight cuz dat thats dont cant wont im ive youre altho tho bro dude man guys girl mom dad sir damn fuck shit love hate need stay stop let come get shut dump keep go look looks save play cue back top step no yes super awesome amazing funny great happy best perfect epic first next every all some not never so is was are the this that and but what why how who you your my our we they he she it plus well now subscribe video part person living big girl person",
);

/** Bodies and events that carry what they are of: "Royal Society of London". */
export const bodies = listOf(
  "university college school academy institute institution faculty department ministry office bureau agency board council committee commission court parliament house senate assembly congress church cathedral abbey diocese archdiocese order society association federation union league club confederation organization organisation foundation fund bank company museum gallery library hall theatre theater centre center hospital republic kingdom empire duchy commonwealth state states province county district city isle isles island islands bay gulf sea strait cape lake river mount valley battle siege treaty war wars act declaration convention conference festival championship championships tournament cup order medal legion army corps ministry book journal history art arts chamber secretary duke earl prince princess king queen lord bishop archbishop",
);
/** Two names that are one. */
export const pairs: ReadonlySet<string> = new Set([
  "bosnia herzegovina",
  "trinidad tobago",
  "antigua barbuda",
  "simon garfunkel",
  "procter gamble",
  "johnson johnson",
  "barnes noble",
  "tyne wear",
  "saint kitts",
]);
/** Where a title is part of the name. */
export const fixed: ReadonlySet<string> = new Set([
  "major league",
  "general motors",
  "general electric",
  "general assembly",
  "general hospital",
  "general mills",
  "mr bean",
  "dr who",
  "captain america",
  "prime minister",
]);
/** Roles of people, not names. */
export const roles = listOf(
  "fellow fellows member members winner winners chair champion champions guests deity people mother father man",
);
export const forBodies = listOf(
  "centre center institute foundation council society association school agency program programme fund campaign committee office prize award department",
);
