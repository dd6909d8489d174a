/** The connections to a team's database: transactions, errors that say what to do, and news of commits. */
import pg from "pg";
import { errnoOf, OldhandError } from "../../../src/core/base/error.ts";
import { queryFrom, type Rows, type Transaction } from "./sql.ts";

export type { Transaction } from "./sql.ts";

export type TeamDatabase = {
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Calls back with the id of a space after each commit to it, by any server of this database. */
  onCommit(listener: (space: string) => void): Promise<void>;
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
};

const CONNECT_MS = 5000;
const LISTEN_AGAIN_MS = 500;
const MOST_TRIES = 4;
/** Deadlock, serialisation failure. */
const RETRIED = new Set(["40P01", "40001"]);
export const COMMIT_CHANNEL = "oldhand_commits";
const BIGINT = 20;

export function openTeamDatabase(url: string, { connections = 10 } = {}): TeamDatabase {
  const config = configFrom(url);
  const pool = new pg.Pool({ ...config, max: connections });
  // A connection that breaks while nobody uses it is replaced by the next request.
  pool.on("error", () => {});
  const listening = listener(config);
  const attempt = async <T>(work: (tx: Transaction) => Promise<T>, tries: number): Promise<T> => {
    try {
      return await inTransaction(pool, work);
    } catch (error) {
      if (RETRIED.has(errnoOf(error) ?? "") && tries < MOST_TRIES) return attempt(work, tries + 1);
      throw asTeamError(error);
    }
  };
  return {
    transaction: (work) => attempt(work, 1),
    onCommit: (call) => listening.start(call),
    isAnswering: () =>
      pool.query("SELECT 1").then(
        () => true,
        () => false,
      ),
    async close() {
      await listening.stop();
      await pool.end();
    },
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let fault: unknown;
  // Reported by the statement that is running, or by the next one.
  const ignore = (): void => {};
  client.on("error", ignore);
  try {
    await client.query("BEGIN");
    const result = await work(transactionOn(client));
    await client.query("COMMIT");
    return result;
  } catch (error) {
    fault = error;
    await client.query("ROLLBACK").then(
      () => {
        fault = undefined;
      },
      () => {},
    );
    throw error;
  } finally {
    client.off("error", ignore);
    // A connection that could not even roll back is not used again.
    client.release(fault !== undefined);
  }
}

function transactionOn(client: pg.ClientBase): Transaction {
  const send = async (query: { text: string; values?: unknown[] }): Promise<Rows> => {
    const { rows, rowCount } = await client.query(query);
    return Object.assign(rows ?? [], { count: rowCount ?? 0 });
  };
  const tagged = (parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<Rows> => {
    const query = queryFrom(parts, values);
    return send({ text: query.text, values: [...query.values] });
  };
  return Object.assign(tagged, { run: (text: string) => send({ text }) }) as Transaction;
}

/** Wakes whoever waits, when the transaction commits: also if only members changed. */
export async function announceCommit(tx: Transaction, space: string): Promise<void> {
  await tx`SELECT pg_notify(${COMMIT_CHANNEL}, ${space})`;
}

/** One connection that only listens, and is made again when it breaks. */
function listener(config: pg.ClientConfig) {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const connect = async (call: (space: string) => void): Promise<void> => {
    const next = new pg.Client(config);
    next.on("notification", ({ payload }) => call(payload ?? ""));
    next.on("error", () => {});
    next.on("end", () => {
      if (!isStopped) timer = setTimeout(() => void connect(call).catch(() => {}), LISTEN_AGAIN_MS);
    });
    client = next;
    await next.connect();
    await next.query(`LISTEN ${COMMIT_CHANNEL}`);
  };
  return {
    async start(call: (space: string) => void) {
      try {
        await connect(call);
      } catch (error) {
        throw asTeamError(error);
      }
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

function configFrom(url: string): pg.ClientConfig {
  if (!URL.canParse(url) || !/^postgres(?:ql)?:$/.test(new URL(url).protocol))
    throw new OldhandError("usage", "--database takes an address such as postgres://USER:PASSWORD@HOST:5432/DATABASE.");
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: "oldhand",
    types: {
      // Numbers of changes and milliseconds are far below 2^53.
      getTypeParser: (id: number, format?: "text" | "binary") =>
        id === BIGINT ? Number : (pg.types.getTypeParser(id, format as "text") as (value: string) => unknown),
    },
  };
}

const UNREACHABLE = /^(?:ECONN|ENOENT|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|57P0|53300|08)/;
const BROKEN = /^(?:Connection terminated|Client has encountered a connection error|timeout e)/;
const NOT_LET_IN = /^(?:28|3D000)/;

/** Messages of the database may quote values, so none is passed on. */
function asTeamError(error: unknown): unknown {
  if (error instanceof OldhandError) return error;
  const code = errnoOf(error) ?? "";
  if (UNREACHABLE.test(code) || (error instanceof Error && BROKEN.test(error.message)))
    return new OldhandError("busy", `The database cannot be reached (${code || "connection lost"}).`, { cause: error });
  if (NOT_LET_IN.test(code))
    return new OldhandError("invalid", `The database refused the login (${code}). Check --database.`, { cause: error });
  return error;
}
