/** Opens the databases of other programs read-only: atuin's history and opencode's sessions. */
import { OldhandError } from "../../../core/base/error.ts";
import { type Database, openDatabase } from "../databases/database.ts";

/** Its table `history`, ordered by time. Nanoseconds need big integers. */
export function openForeignHistory(file: string) {
  const db = explained(file, "as a database. Is it atuin's history.db?", () => openForeign(file));
  const columns = db
    .sql("SELECT name FROM pragma_table_info('history')")
    .all()
    .map(({ name }) => String(name));
  return {
    columns,
    rows(wanted: readonly string[]): Iterable<Record<string, unknown>> {
      const names = wanted.map((name) => `"${name.replaceAll('"', '""')}"`).join(", ");
      const statement = db.raw.prepare(`SELECT ${names} FROM history ORDER BY timestamp`);
      statement.setReadBigInts(true);
      return statement.iterate();
    },
    close: db.close,
  };
}

type OpencodePart = {
  readonly id: string;
  readonly part: unknown;
  readonly message: unknown;
  readonly time_created?: unknown;
};

export function openOpencode(file: string) {
  const reading = <T>(read: () => T): T => explained(file, "as opencode's database.", read);
  const db = reading(() => openForeign(file));
  const parts = `SELECT part.id AS id, part.data AS part, message.data AS message, part.time_created AS time_created
    FROM part JOIN message ON message.id = part.message_id WHERE part.session_id = ? ORDER BY message.id, part.id LIMIT -1 OFFSET ?`;
  return {
    sessions: () =>
      reading(() => db.sql("SELECT * FROM session ORDER BY id").all()).map((session) => ({
        session,
        *rows(skip: number): Generator<OpencodePart> {
          const rows = reading(() => db.raw.prepare(parts).iterate(String(session.id), skip));
          for (let next = reading(() => rows.next()); next.done !== true; next = reading(() => rows.next())) {
            const { id, part, message, time_created } = next.value;
            yield { id: String(id), part, message, time_created };
          }
        },
      })),
    close: db.close,
  };
}

const BUSY_MS = 2000;

function openForeign(file: string): Database {
  return openDatabase(file, { access: "read", busyMs: BUSY_MS, synchronous: "NORMAL" });
}

function explained<T>(file: string, how: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof OldhandError) throw error;
    throw new OldhandError("unreadable", `${file} cannot be read ${how}`, { cause: error });
  }
}
