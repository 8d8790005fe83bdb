/** Columns of the tables that tests make. */
export const text = (name: string) => ({ name, type: "text" }) as const;
export const number = (name: string) => ({ name, type: "double" }) as const;
