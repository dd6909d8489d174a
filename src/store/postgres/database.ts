/** The connection to a team's database: one transaction at a time, errors that say what to do, and news of changes. */
import postgres from "postgres";
import { errnoOf, OldhandError } from "../../core/base/error.ts";

/** One transaction. Values in its templates are always sent as parameters. */
export type Transaction = postgres.TransactionSql<Record<string, never>>;

export type TeamDatabase = {
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Calls back with the id of a space after each commit to it, by any server of this database. */
  onCommit(listener: (space: string) => void): Promise<void>;
  close(): Promise<void>;
};

const CONNECT_SECONDS = 5;
const MOST_TRIES = 4;
/** Deadlock, serialisation failure. */
const RETRIED = new Set(["40P01", "40001"]);
const CHANNEL = "oldhand_commits";

export function openTeamDatabase(url: string, { connections = 10 } = {}): TeamDatabase {
  const sql = connect(url, connections);
  const attempt = async <T>(work: (tx: Transaction) => Promise<T>, tries: number): Promise<T> => {
    try {
      return (await sql.begin((tx) => work(tx as unknown as Transaction))) as T;
    } catch (error) {
      if (RETRIED.has(errnoOf(error) ?? "") && tries < MOST_TRIES) return attempt(work, tries + 1);
      throw asTeamError(error);
    }
  };
  return {
    transaction: (work) => attempt(work, 1),
    async onCommit(listener) {
      try {
        await sql.listen(CHANNEL, listener);
      } catch (error) {
        throw asTeamError(error);
      }
    },
    close: () => sql.end({ timeout: CONNECT_SECONDS }),
  };
}

/** Sent when the transaction commits, and not at all if it does not. */
export async function announceCommit(tx: Transaction, space: string): Promise<void> {
  await tx`SELECT pg_notify(${CHANNEL}, ${space})`;
}

function connect(url: string, most: number) {
  let options: URL;
  try {
    options = new URL(url);
  } catch (error) {
    throw badUrl(error);
  }
  if (!/^postgres(?:ql)?:$/.test(options.protocol)) throw badUrl();
  return postgres(url, {
    max: most,
    connect_timeout: CONNECT_SECONDS,
    // A restarted database is tried again at once.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 1),
    onnotice: () => {},
    connection: { application_name: "oldhand" },
    types: {
      // Numbers of changes and milliseconds are far below 2^53.
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
    },
  });
}

function badUrl(cause?: unknown): OldhandError {
  return new OldhandError("usage", "--database takes an address such as postgres://USER:PASSWORD@HOST:5432/DATABASE.", {
    cause,
  });
}

const UNREACHABLE = /^(?:ECONN|ENOENT|ENOTFOUND|EAI_AGAIN|EPIPE|CONNECT|CONNECTION_|57P0|53300|08)/;
const NOT_LET_IN = /^(?:28|3D000)/;

/** Messages of the database may quote values, so none is passed on. */
export function asTeamError(error: unknown): unknown {
  if (error instanceof OldhandError) return error;
  const code = errnoOf(error) ?? "";
  if (UNREACHABLE.test(code))
    return new OldhandError("busy", `The database cannot be reached (${code}).`, { cause: error });
  if (NOT_LET_IN.test(code))
    return new OldhandError("invalid", `The database refused the login (${code}). Check --database.`, { cause: error });
  return error;
}
