/** Opens opencode's database to read its sessions; nothing is ever written there. */
import { OldhandError } from "../../../core/base/error.ts";
import { openDatabase } from "../databases/database.ts";

type Row = Readonly<Record<string, unknown>>;

type OpencodeDatabase = {
  sessions(): { readonly session: Row; rows(skip: number): Iterable<OpencodePart> }[];
  close(): void;
};

type OpencodePart = {
  readonly id: string;
  readonly part: unknown;
  readonly message: unknown;
  readonly time_created?: unknown;
};

const BUSY_MS = 2000;

export function openOpencode(file: string): OpencodeDatabase {
  const reading = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (error instanceof OldhandError) throw error;
      throw new OldhandError("unreadable", `${file} cannot be read as opencode's database.`, { cause: error });
    }
  };
  const db = reading(() => openDatabase(file, { access: "read", busyMs: BUSY_MS, synchronous: "NORMAL" }));
  const parts = `SELECT part.id AS id, part.data AS part, message.data AS message, part.time_created AS time_created
    FROM part JOIN message ON message.id = part.message_id WHERE part.session_id = ? ORDER BY message.id, part.id LIMIT -1 OFFSET ?`;
  return {
    sessions: () =>
      reading(() => db.sql("SELECT * FROM session ORDER BY id").all()).map((session) => ({
        session,
        *rows(skip: number) {
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
