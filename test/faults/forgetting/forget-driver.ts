/** A separate process that forgets one record, so that it can be killed at any step; or that only holds both databases open. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openMemory } from "../../../src/main/memory.ts";
import { environment } from "../../../src/verbs/call/environment.ts";

const [verb, what] = process.argv.slice(2);
if (verb === "hold") hold(what!);
else await forget(verb === "id" ? { id: what! } : { query: what! });

async function forget(wanted: { id?: string; query?: string }): Promise<void> {
  const memory = await openMemory(environment(), { settle: "all", note: () => {} });
  await memory.forget(await memory.forgettable(wanted), wanted.query);
  memory.close();
}

/** Reads inside a transaction that stays open, which keeps SQLite from cutting its logs. */
function hold(home: string): void {
  const held = ["state.db", "index.db"].map((name) => {
    const db = new DatabaseSync(join(home, name));
    db.exec("BEGIN");
    db.prepare("SELECT count(*) FROM meta").get();
    return db;
  });
  process.stdout.write("holding\n");
  // Kept in a variable, so that garbage collection does not end their transactions.
  setInterval(() => held.length, 1000);
}
