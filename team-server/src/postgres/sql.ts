/** SQL as tagged templates: every value becomes a parameter, so that text from outside is never part of a statement. */

/** Columns by name; whoever selects them knows their types. */
export type Row = { readonly [column: string]: ReturnType<typeof JSON.parse> };

export type Rows<R = Row> = readonly R[] & {
  /** How many rows a statement changed. */
  readonly count: number;
};

/** One transaction. */
export interface Transaction {
  <R extends object = Row>(parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<Rows<R>>;
  /** Statements of our own, without values. */
  run(text: string): Promise<Rows>;
}

type Inserted = { readonly inserted: readonly Readonly<Record<string, unknown>>[] };

/** The columns and values of rows, after `INSERT INTO table`. All rows have the same columns. */
export function rowsOf(...rows: readonly Readonly<Record<string, unknown>>[]): Inserted {
  return { inserted: rows };
}

type Query = { readonly text: string; readonly values: readonly unknown[] };

export function queryFrom(parts: TemplateStringsArray, values: readonly unknown[]): Query {
  const sent: unknown[] = [];
  const parameter = (value: unknown): string => `$${sent.push(value)}`;
  const text = parts.reduce((query, part, at) => {
    const value = values[at - 1];
    return `${query}${isInserted(value) ? insertText(value, parameter) : parameter(value)}${part}`;
  });
  return { text, values: sent };
}

function isInserted(value: unknown): value is Inserted {
  return typeof value === "object" && value !== null && "inserted" in value;
}

function insertText({ inserted }: Inserted, parameter: (value: unknown) => string): string {
  const columns = Object.keys(inserted[0] ?? {});
  const tuples = inserted.map((row) => `(${columns.map((column) => parameter(row[column])).join(", ")})`);
  return `(${columns.join(", ")}) VALUES ${tuples.join(", ")}`;
}
