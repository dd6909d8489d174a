/** Opens the databases of other programs read-only: atuin's history and opencode's sessions. */
import { closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { OldhandError } from "../../core/base/error.ts";
import { type Database, openDatabase, sqlite } from "../databases/database.ts";

type ForeignTable = {
  /** Whose database it should be. */
  readonly program: string;
  readonly table: string;
  readonly orderBy: string;
};

/** A history that another program keeps in a table. Nanoseconds need big integers. */
export function openForeignTable(file: string, { program, table, orderBy }: ForeignTable) {
  const how = `as a database. Was it written by ${program}?`;
  const db = explained(file, how, () => openForeign(file));
  return {
    columns: explained(file, how, () =>
      db
        .sql("SELECT name FROM pragma_table_info(?)")
        .all(table)
        .map(({ name }) => String(name)),
    ),
    rows(wanted: readonly string[]): Iterable<Record<string, unknown>> {
      const statement = db.raw.prepare(
        `SELECT ${wanted.map(quoted).join(", ")} FROM ${quoted(table)} ORDER BY ${quoted(orderBy)}`,
      );
      statement.setReadBigInts(true);
      return statement.iterate();
    },
    close: db.close,
  };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
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

type ForeignDatabase = Pick<Database, "raw" | "sql" | "close">;

function openForeign(file: string): ForeignDatabase {
  if (hasClosedLog(file)) return openImmutable(file);
  return openDatabase(file, { access: "read", busyMs: BUSY_MS, synchronous: "NORMAL" });
}

function openImmutable(file: string): ForeignDatabase {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  const { DatabaseSync } = sqlite();
  const raw = new DatabaseSync(url, { readOnly: true });
  raw.exec("PRAGMA trusted_schema=OFF");
  return { raw, sql: (text) => raw.prepare(text), close: () => raw.close() };
}

/** A database with a write-ahead log that nobody has open: a usual reader would leave a new log beside it. */
function hasClosedLog(file: string): boolean {
  if (!existsSync(file) || existsSync(`${file}-wal`)) return false;
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const version = Buffer.alloc(1);
    readSync(fd, version, 0, 1, READ_VERSION_AT);
    return version[0] === WITH_LOG;
  } finally {
    closeSync(fd);
  }
}

/** Where a database says how it is read, and the value if it has a write-ahead log. */
const READ_VERSION_AT = 19;
const WITH_LOG = 2;

function explained<T>(file: string, how: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof OldhandError) throw error;
    throw new OldhandError("unreadable", `${file} cannot be read ${how}`, { cause: error });
  }
}
