/** Fields that the Problems of several formats have. */
export interface OfQuery {
  readonly query: string;
}
export interface HowMany {
  readonly count: number;
}
/** What a column of numbers holds. */
export type NumberRole = "score" | "rank" | "grade";
