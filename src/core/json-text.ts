// JSON leaves these as they are; a terminal would obey them, and old JavaScript would end a line there.
const UNSAFE = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** JSON whose text is safe to show; what is read back is the same. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replace(
    UNSAFE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
