/** "a" for the first of several systems; past "z" their numbers in brackets, so that a row of letters stays clear. */
export const letterOf = (i: number): string => (i < 26 ? String.fromCharCode(97 + i) : `(${i + 1})`);
