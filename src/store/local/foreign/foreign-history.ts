/** Opens another program's history database to read it; nothing is ever written there. */
import { OldhandError } from "../../../core/base/error.ts";
import { openDatabase } from "../databases/database.ts";

type ForeignRows = {
  readonly columns: readonly string[];
  rows(columns: readonly string[]): Iterable<Record<string, unknown>>;
  close(): void;
};

const BUSY_MS = 2000;

/** Its table `history`, by time. Nanoseconds need big integers. */
export function openForeignHistory(file: string): ForeignRows {
  const db = openForeign(file);
  const columns = db
    .sql("SELECT name FROM pragma_table_info('history')")
    .all()
    .map(({ name }) => String(name));
  return {
    columns,
    rows(wanted) {
      const names = wanted.map((name) => `"${name.replaceAll('"', '""')}"`).join(", ");
      const statement = db.raw.prepare(`SELECT ${names} FROM history ORDER BY timestamp`);
      statement.setReadBigInts(true);
      return statement.iterate();
    },
    close: db.close,
  };
}

function openForeign(file: string) {
  try {
    return openDatabase(file, { access: "read", busyMs: BUSY_MS, synchronous: "NORMAL" });
  } catch (error) {
    if (error instanceof OldhandError && error.code === "not-found") throw error;
    throw new OldhandError("unreadable", `${file} cannot be read as a database. Is it atuin's history.db?`, {
      cause: error,
    });
  }
}
