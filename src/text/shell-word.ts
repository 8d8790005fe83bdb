/** A word of a command to paste: quoted where a shell would read something else. */
export const shellWord = (text: string): string =>
  /^[\w+:.,@%/=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
