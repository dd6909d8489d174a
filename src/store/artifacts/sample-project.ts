/** The sample project: writes its repository, and deletes it completely, without tombstones. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { isId } from "../../core/base/id.ts";
import type { ProjectId } from "../../core/record/record.ts";
import type { Database } from "../databases/database.ts";
import { replaceSnapshots } from "../databases/state-db.ts";
import { isLink, replaceFile } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { truncateLogs } from "../forget/forget.ts";
import { scrubPassages } from "../forget/forget-events.ts";
import { entriesOf } from "../index/record-entries.ts";
import { scrubJournal } from "../spool/journal.ts";
import type { WriteStore } from "../write-store.ts";

export type Tree = Readonly<Record<string, string>>;

/** Returns the directory; existing files are replaced. */
export function writeSampleTree({ sample }: Home, name: string, tree: Tree): string {
  const root = join(sample, name);
  for (const [path, text] of Object.entries(tree)) replaceFile(join(root, path), text);
  return root;
}

export function removeSampleTree({ sample }: Home): void {
  if (!isLink(sample)) rmSync(sample, { recursive: true, force: true });
}

/**
 * Deletes files, rows, full text and copies. The caller first undoes what was counted from its commands. Returns how
 * many rows and lines were deleted.
 */
export function dropProject(store: WriteStore, project: ProjectId): number {
  const { home, state, index } = store;
  const names = namesOf(state, project);
  const rows = state.write(() => dropRows(state, names));
  index.write(() => {
    const entries = entriesOf(index);
    for (const entry of entries.all(project)) entries.drop(entry);
    for (const table of tablesWith(index, "folder")) index.sql(`DELETE FROM ${table} WHERE folder = ?`).run(project);
  });
  const passages = scrubPassages(store);
  const commands = store.commands.clear();
  const known = [...names.records, ...names.sessions, project];
  const lines = scrubJournal(home, state, (line) => known.some((name) => line.includes(name)));
  removeTree(home.projects, project);
  replaceSnapshots(state, home);
  truncateLogs(store);
  // Last: after a crash the project is still known, and can be deleted again.
  store.registry.remove(project);
  return rows + passages + commands + lines;
}

/** The ids by which rows belong to a project. */
type Names = { readonly project: ProjectId; readonly records: readonly string[]; readonly sessions: readonly string[] };

function namesOf(state: Database, project: ProjectId): Names {
  const column = (sql: string): string[] =>
    state
      .sql(sql)
      .all(project)
      .map(({ name }) => String(name));
  return {
    project,
    records: column("SELECT DISTINCT record AS name FROM revisions WHERE folder = ?"),
    sessions: column("SELECT id AS name FROM sessions WHERE project = ?"),
  };
}

/** Goes through every table with a column for projects, sessions or records, so that tables added later are included. */
function dropRows(state: Database, { project, records, sessions }: Names): number {
  const among = (column: string, names: readonly string[]): number => {
    const of = JSON.stringify(names);
    return tablesWith(state, column).reduce((sum, table) => {
      const drop = state.sql(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`);
      return sum + Number(drop.run(of).changes);
    }, 0);
  };
  const suggested = state.sql("DELETE FROM suggestions WHERE json_extract(record, '$.project') = ?").run(project);
  state.sql("DELETE FROM meta WHERE instr(key, ?) > 0").run(project);
  return (
    Number(suggested.changes) +
    among("record", records) +
    among("workflow", records) +
    among("made", records) +
    among("subject", [...records, project]) +
    among("session", sessions) +
    among("key", [...sessions, project]) +
    among("folder", [project]) +
    among("project", [project])
  );
}

function tablesWith(db: Database, column: string): string[] {
  return db
    .sql(
      `SELECT m.name AS name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
       WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND c.name = ? ORDER BY m.name`,
    )
    .all(column)
    .map(({ name }) => String(name));
}

/** Only the folder of a valid id, and never through a link. */
function removeTree(projects: string, project: ProjectId): void {
  const path = join(projects, project);
  if (isId(project, "prj") && !isLink(path)) rmSync(path, { recursive: true, force: true });
}
