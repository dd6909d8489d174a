/** Commits of a project's repository in the index: each is a unit of one source, found like other text and made again from git. */
import type { ProjectId } from "../../../core/record/record.ts";
import type { Clean } from "../../../core/screen/clean.ts";
import { UNITS_PER_SOURCE } from "../../../core/search/search-hits.ts";
import { type Database, getMeta, insertRow, optionalText, setMeta } from "../../databases/database.ts";
import { putVectors, type RowVector } from "../../vectors/vector-blocks.ts";
import { putFiled } from "../full-text/full-text.ts";
import { FIRST_SOURCE } from "../row-ranges.ts";
import { parseUnits } from "./text-units.ts";

export type IndexedCommit = {
  readonly hash: string;
  readonly atMs: number;
  readonly author: Clean;
  /** Subject and body. */
  readonly text: Clean;
  readonly files: readonly string[];
  /** The hash of a commit that it takes back. */
  readonly reverts?: string;
};

/** How far a repository was read. */
export type CommitsRead = {
  /** Of each worktree, what was checked out when its commits were queued. */
  readonly marks: Readonly<Record<string, string>>;
  /** The last heads whose history was read or is queued. */
  readonly heads: readonly string[];
  /** What is still to be read, the newest first. */
  readonly queue: readonly CommitRange[];
  /** Git could not answer: it is asked again when a branch moves. */
  readonly isStuck?: boolean;
};

export type CommitRange = {
  readonly tips: readonly string[];
  readonly known: readonly string[];
  /** So many commits of it are read at most. */
  readonly left: number;
};

type Added = IndexedCommit & { readonly vector?: Float32Array | undefined };

/** Neighbours of a message are about the same thing; those of a commit are not, so rows stand apart. */
const GAP = 4;

export function commitsOf(db: Database) {
  const source = (project: ProjectId): { no: number } | undefined =>
    db.sql("SELECT no FROM sources WHERE id = ?").get(sourceId(project)) as { no: number } | undefined;
  return {
    /** Undefined if nothing was read, or if what was read was removed since. */
    state(project: ProjectId): CommitsRead | undefined {
      const text = source(project) === undefined ? undefined : getMeta(db, stateName(project));
      return text === undefined ? undefined : (JSON.parse(text) as CommitsRead);
    },
    /** Commits that are known already are left out. */
    add(project: ProjectId, commits: readonly Added[], state: CommitsRead): void {
      db.write(() => {
        const no = source(project)?.no ?? madeSource(db, project);
        const [from, to] = [no * UNITS_PER_SOURCE, (no + 1) * UNITS_PER_SOURCE];
        const { last } = db.sql("SELECT max(row) AS last FROM units WHERE row >= ? AND row < ?").get(from, to)!;
        let row = last === null ? from : Number(last) + GAP;
        const vectors: RowVector[] = [];
        const known = db.sql("SELECT 1 FROM units WHERE hash = ? AND row >= ? AND row < ?");
        let added = 0;
        for (const { hash, atMs, author, text, reverts, files, vector } of commits) {
          if (known.get(hash, from, to) !== undefined || row >= to) continue;
          const [unit] = parseUnits(project, { place: row - from, ord: 0, role: "text", text, tags: files, atMs });
          const { traits, words, columns } = unit!;
          const place = { row, place: row - from, ord: 0, role: 3 };
          const commit = { hash, at_ms: atMs, author, text, files: files.join("\n"), reverts };
          insertRow(db, "units", { ...place, traits, words, ...commit });
          putFiled(db.raw, row, columns);
          if (vector !== undefined) vectors.push({ row, vector });
          row += GAP;
          added += 1;
        }
        if (vectors.length > 0) putVectors(db, vectors);
        db.sql("UPDATE sources SET units = units + ? WHERE no = ?").run(added, no);
        setMeta(db, stateName(project), JSON.stringify(state));
      });
    },
    at(project: ProjectId, place: number): IndexedCommit | undefined {
      const no = source(project)?.no;
      const row =
        no === undefined ? undefined : db.sql("SELECT * FROM units WHERE row = ?").get(no * UNITS_PER_SOURCE + place);
      return row === undefined ? undefined : commitFrom(row);
    },
    /** The latest commit that takes this one back. */
    revertOf(hash: string): IndexedCommit | undefined {
      const row = db.sql("SELECT * FROM units WHERE reverts = ? ORDER BY at_ms DESC LIMIT 1").get(hash);
      return row === undefined ? undefined : commitFrom(row);
    },
  };
}

function madeSource(db: Database, project: ProjectId): number {
  const put = db.sql(
    `INSERT INTO sources (no, kind, id, scope, mark, embedded)
     VALUES ((SELECT coalesce(max(no) + 1, ${FIRST_SOURCE}) FROM sources), 'commit', ?, ?, 'git', 'git') RETURNING no`,
  );
  return Number(put.get(sourceId(project), project)?.no);
}

function sourceId(project: ProjectId): string {
  return `git_${project}`;
}

/** Whether a source holds commits: it is made from git and not from what is stored. */
export function isCommitSource(id: string): boolean {
  return id.startsWith("git_");
}

/** As git shows it, and as a commit is named in answers. */
export function shortHash(hash: string): string {
  return hash.slice(0, 7);
}

function stateName(project: ProjectId): string {
  return `commits ${project}`;
}

function commitFrom(row: Record<string, unknown>): IndexedCommit {
  return {
    hash: String(row.hash),
    atMs: Number(row.at_ms),
    author: row.author as Clean,
    text: row.text as Clean,
    files: String(row.files).split("\n"),
    ...optionalText("reverts", row.reverts),
  };
}
