/** Explains why machines differ: keeps their homes and the remote, and tells the story of each differing record. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Act, Desk } from "./random-acts.ts";

type Ends = { readonly desks: readonly Desk[]; readonly remote: string; readonly acts: readonly Act[] };

/** Nothing if all machines have the same lines; `ends` has those of each, in the order of the desks. */
export function differences(ends: readonly (readonly string[])[], { desks, remote, acts }: Ends): string[] {
  const all = new Set(ends.flat());
  const differing = [...all].filter((line) => !ends.every((lines) => lines.includes(line)));
  if (differing.length === 0) return [];
  for (const { home } of desks) home.close();
  const kept = mkdtempSync(join(tmpdir(), "oldhand-differs-"));
  for (const { name, home } of desks) cpSync(home.path, join(kept, name), { recursive: true });
  cpSync(remote, join(kept, "remote.git"), { recursive: true });
  const ids = [...new Set(differing.map((line) => (JSON.parse(line) as { id: string }).id))];
  return [`homes and remote are kept in ${kept}`, ...ids.flatMap((id) => storyOf(id, { ends, desks, remote, acts }))];
}

function storyOf(id: string, { ends, desks, remote, acts }: Ends & { ends: readonly (readonly string[])[] }): string[] {
  const state = desks.map(
    ({ name }, at) => `  ${name} has ${ends[at]!.find((line) => line.includes(id)) ?? "nothing"}`,
  );
  const done = acts
    .filter(({ ids, what }) => ids.includes(id) || what.startsWith("sync") || ids.length === 0)
    .map(({ n, desk, what, ids }) => `  ${n} ${desk}: ${what}${ids.includes(id) ? " it" : ""}`);
  const first = done.findIndex((line) => line.endsWith(" it"));
  return [
    id,
    ...state,
    ...desks.flatMap(({ name, home }) => [
      ...rowsAbout(join(home.path, "state.db"), id).map((row) => `  ${name}, state.db: ${row}`),
      ...entriesAbout(join(home.path, "sync", "repository.git"), id).map((entry) => `  ${name}, local copy: ${entry}`),
    ]),
    ...entriesAbout(remote, id).map((entry) => `  remote: ${entry}`),
    ...done.slice(Math.max(0, first)),
  ];
}

/** Its agreement and its history. */
function rowsAbout(file: string, id: string): string[] {
  const state = new DatabaseSync(file, { readOnly: true });
  const agreed = state.prepare("SELECT * FROM agreed WHERE record = ?").all(id);
  const history = state
    .prepare(
      `SELECT seq, at_ms, verb, by, undone, json_extract(before, '$.text') AS before, json_extract(after, '$.text') AS after
       FROM revisions WHERE record = ? ORDER BY seq`,
    )
    .all(id);
  state.close();
  return [...agreed, ...history].map((row) => JSON.stringify(row));
}

/** What each machine's log says of it. */
function entriesAbout(repository: string, id: string): string[] {
  const git = (...args: string[]): string =>
    execFileSync("git", ["--git-dir", repository, ...args], { encoding: "utf8", maxBuffer: 2 ** 28 });
  try {
    const paths = git("ls-tree", "-r", "--name-only", "oldhand").split("\n");
    return paths
      .filter((path) => path.endsWith("/machine.json"))
      .flatMap((path) => {
        const { machine, seq, records, removals } = JSON.parse(git("show", `oldhand:${path}`));
        const removed = removals.filter((removal: { id: string }) => removal.id === id);
        const said = [...(id in records ? [records[id]] : []), ...removed];
        return said.map((entry) => `${machine} (${seq}) says ${JSON.stringify(entry)}`);
      });
  } catch (error) {
    return [`cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}
