/** Keeps what was read from the databases until one of them changes, for servers, which read the same rows at every call. */
import type { DatabaseSync } from "node:sqlite";
import { changeMark, type Database } from "./database.ts";

/** `read` may depend on nothing but the databases and what `name` says. */
export type Keep = <T>(name: string, read: () => T) => T;

type Kept = { readonly mark: string; readonly values: Map<string, unknown> };

const MOST_VALUES = 200;
/** By the connection to the index, so that it goes with it. */
const lastRead = new WeakMap<DatabaseSync, Kept>();
/** Tells two connections to the state apart, whose marks could be the same. */
const numbers = new WeakMap<DatabaseSync, number>();
let lastNumber = 0;

export function whileUnchanged(index: Database, state: Database | undefined): Keep {
  const all = state === undefined ? [index] : [index, state];
  return <T>(name: string, read: () => T): T => {
    // What a transaction wrote may be rolled back, which no mark tells.
    if (all.some(({ access, raw }) => access === "write" && raw.isTransaction)) return read();
    // The mark comes first: if another process writes now, what is read is newer than its mark, and not used again.
    const mark = all.map((db) => `${numberOf(db.raw)} ${changeMark(db)}`).join(" ");
    const before = lastRead.get(index.raw);
    const isSame = before?.mark === mark && before.values.size < MOST_VALUES;
    const { values } = isSame ? before : { values: new Map<string, unknown>() };
    if (!isSame) lastRead.set(index.raw, { mark, values });
    if (values.has(name)) return values.get(name) as T;
    const value = read();
    values.set(name, value);
    return value;
  };
}

function numberOf(raw: DatabaseSync): number {
  const number = numbers.get(raw) ?? ++lastNumber;
  numbers.set(raw, number);
  return number;
}
