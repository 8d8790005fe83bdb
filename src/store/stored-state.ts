/** running: a live process writes it. interrupted: its process ended without a word. damaged: its manifest cannot be read. */
export type StoredState = "running" | "complete" | "cancelled" | "interrupted" | "damaged";
