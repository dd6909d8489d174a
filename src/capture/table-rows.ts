/** Rows of another program's table: the columns that a reader needs, and those that only some versions have. */

export type TableRow = Readonly<Record<string, unknown>>;

/** A table as the caller opened it: the columns that this version has, and the rows in order, without table names. */
export type OpenTable = {
  readonly columns: readonly string[];
  readonly rows: (columns: readonly string[]) => Iterable<TableRow>;
};

export type TableColumns = {
  readonly table: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
};

/** The rows, or the reason why they cannot be read. */
export function rowsOf({ table, required, optional }: TableColumns, { columns, rows }: OpenTable) {
  const missing = required.filter((column) => !columns.includes(column));
  if (missing.length > 0) return `the table ${table} has no column ${missing.join(", ")}`;
  return rows([...required, ...optional.filter((column) => columns.includes(column))]);
}
