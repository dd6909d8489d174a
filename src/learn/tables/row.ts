/** A named pattern with an example, the form of the tables here. */
export type Row = { readonly name: string; readonly pattern: RegExp; readonly example: string };

export function rowFor<R extends Row>(rows: readonly R[], words: string): R | undefined {
  return rows.find(({ pattern }) => pattern.test(words));
}
