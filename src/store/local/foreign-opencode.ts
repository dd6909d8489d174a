/** Opens opencode's database to read its sessions; nothing is ever written there. */
import { OldhandError } from "../../core/base/error.ts";
import { openDatabase } from "./database.ts";

type Row = Readonly<Record<string, unknown>>;

export type OpencodeDatabase = {
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
  const db = opened(file);
  const parts = `SELECT part.id AS id, part.data AS part, message.data AS message, part.time_created AS time_created
    FROM part JOIN message ON message.id = part.message_id WHERE part.session_id = ? ORDER BY message.id, part.id LIMIT -1 OFFSET ?`;
  return {
    sessions: () =>
      db
        .sql("SELECT * FROM session ORDER BY id")
        .all()
        .map((session) => ({
          session,
          *rows(skip: number) {
            for (const row of db.raw.prepare(parts).iterate(String(session.id), skip))
              yield { id: String(row.id), part: row.part, message: row.message, time_created: row.time_created };
          },
        })),
    close: db.close,
  };
}

function opened(file: string) {
  try {
    return openDatabase(file, { access: "read", busyMs: BUSY_MS, synchronous: "NORMAL" });
  } catch (error) {
    throw new OldhandError("unreadable", `${file} cannot be read as opencode's database.`, { cause: error });
  }
}
