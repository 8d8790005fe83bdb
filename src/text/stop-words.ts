/** English. Words are given folded. */

/** Words without content. Negations are not included. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an the this that these those some any each every either both all such own same other another
  i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
  myself ourselves yourself yourselves himself herself itself themselves one ones someone something anyone anything everyone everything
  who whom whose which what when where why how there here
  am is are was were be been being do does did doing done have has had having
  can could may might must shall should will would ought
  of in on at by for with from to into onto upon about over under between among through during before after above below
  up down out off again further against within along across toward towards around via per as than like since until till unless
  and or but if then else so because although though while whereas also too very just only even still yet already
  more most much many few less least several etc eg ie ll ve re`.split(/\s+/),
);

export const isStopWord = (key: string): boolean => stopWords.has(key);
