/** Bytes on disk by file and table: of an empty home, of records, and of real sessions: `node bench/sizes.ts [--records 675] [--sessions DIR]`. */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { openMemory } from "../src/main/memory.ts";
import { environment } from "../src/verbs/call/environment.ts";
import { homeOf } from "./home-of.ts";
import { sessions } from "./recall-quality/corpus.ts";
import { imported } from "./recall-quality/home.ts";

const { values } = parseArgs({
  options: { records: { type: "string", default: "675" }, sessions: { type: "string" } },
});

const SHOWN_BYTES = 8192;

const empty = mkdtempSync(join(tmpdir(), "oldhand-empty-"));
await opened(empty);
report(empty, "an empty home, after the first command");

const count = Number(values.records);
const home = homeOf(count);
await opened(home);
// Only now are the stamps of the files old enough to be kept.
await new Promise((resolve) => setTimeout(resolve, 2_100));
await opened(home);
const text = await opened(home);
report(home, `${count} records with ${kilobytes(text)} of text`, { what: "record", count, text });

for (const corpus of values.sessions === undefined ? [] : sessions(values.sessions)) {
  const { memory, home: around } = await imported(corpus, { embedder: "table" });
  memory.close();
  const state = new DatabaseSync(join(around, "home", "state.db"), { readOnly: true });
  const said = Number(state.prepare("SELECT count(*) AS n FROM turns").get()?.n);
  state.close();
  report(join(around, "home"), `${corpus.name}: ${said} messages`, { what: "message", count: said });
  rmSync(around, { recursive: true, force: true });
}

/** Opens a home as a command does; returns the bytes of text in its records. */
async function opened(at: string): Promise<number> {
  const memory = await openMemory({ ...environment(), oldhandHome: at, cwd: at }, { note: console.error });
  const records = await memory.list({ status: "active" });
  await memory.recall({ query: "which port does the cache use", format: "snippets" });
  memory.close();
  return records.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

type Per = { readonly what: string; readonly count: number; readonly text?: number };

function report(at: string, title: string, per?: Per): void {
  console.log(`\n${title}`);
  for (const name of readdirSync(at).toSorted()) {
    const path = join(at, name);
    const bytes = sizeOf(path);
    const each = per === undefined ? "" : `${Math.round(bytes / per.count)} a ${per.what}`;
    if (bytes > 0) console.log(`  ${name.padEnd(28)} ${kilobytes(bytes).padStart(10)}   ${each}`);
    if (name.endsWith(".db")) tables(path, per);
  }
  if (!at.includes("oldhand-recall-")) rmSync(at, { recursive: true, force: true });
}

function tables(path: string, per: Per | undefined): void {
  const db = new DatabaseSync(path, { readOnly: true });
  const found = db
    .prepare("SELECT name, sum(pgsize) AS bytes, sum(unused) AS unused FROM dbstat GROUP BY name ORDER BY bytes DESC")
    .all() as { name: string; bytes: number; unused: number }[];
  const free = Number(db.prepare("PRAGMA freelist_count").get()?.freelist_count);
  for (const { name, bytes, unused } of found.filter(({ bytes }) => bytes > SHOWN_BYTES)) {
    const each = per === undefined ? "" : `${Math.round(bytes / per.count)} a ${per.what}, `;
    console.log(`    ${name.padEnd(28)} ${kilobytes(bytes).padStart(10)}   ${each}${kilobytes(unused)} unused`);
  }
  const small = found.filter(({ bytes }) => bytes <= SHOWN_BYTES);
  console.log(
    `    ${small.length} smaller ones ${kilobytes(small.reduce((sum, { bytes }) => sum + bytes, 0)).padStart(26)}   ${free} free pages`,
  );
  db.close();
}

function sizeOf(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`;
}
