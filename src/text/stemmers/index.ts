/** Snowball stemmers of languages other than English, by name. */
export const stemmers: Readonly<Record<string, (word: string) => string>> = {};
