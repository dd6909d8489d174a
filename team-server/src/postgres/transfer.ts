/** A space whole, as lines of JSON: its members' names, projects, records, their history and what was deleted. */
import { z } from "zod";
import { isId } from "../../../src/core/base/id.ts";
import { parseJson } from "../../../src/core/base/parse-json.ts";
import { cleanInvisible } from "../../../src/core/screen/invisible.ts";
import type { MemberId, SpaceId } from "../../../src/core/team/rights.ts";
import { evidenceShape, RECORD_CHARS } from "../../../src/core/team/wire.ts";
import { readWireText, wireText, wireVersion } from "../../../src/core/team/wire-record.ts";
import { markChanges, tombstoneHash, type Writing } from "./records.ts";
import { putProject } from "./rows/projects.ts";
import { lockSpace, setSeq } from "./rows/spaces.ts";
import type { Row, Rows, Transaction } from "./sql.ts";

const id = (prefix: "rec" | "mbr" | "prj") => z.string().refine((text) => isId(text, prefix), `not a ${prefix}_ id`);
const ms = z.number().int().min(0);
const text = z.string().min(1).max(RECORD_CHARS);
/** Shown as what the importer says, so only what cannot be seen is refused. */
const authorText = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => cleanInvisible(name) === name, "it contains invisible characters");

const memberLine = z.strictObject({ kind: z.literal("member"), id: id("mbr"), name: authorText });
const projectLine = evidenceShape.extend({ kind: z.literal("project"), id: id("prj") });
const recordLine = z.strictObject({
  kind: z.literal("record"),
  id: id("rec"),
  text,
  project: id("prj").nullable(),
  createdBy: id("mbr"),
  author: id("mbr"),
  importedAs: authorText.exactOptional(),
  atMs: ms,
});
const revisionLine = z.strictObject({
  kind: z.literal("revision"),
  record: id("rec"),
  verb: z.string().max(20),
  author: id("mbr"),
  importedAs: authorText.exactOptional(),
  atMs: ms,
  before: text.nullable(),
  beforeProject: id("prj").nullable(),
  after: text.nullable(),
  afterProject: id("prj").nullable(),
});
/** Hashes are made with the space's id, so only what was erased is carried, by id. */
const erasedLine = z.strictObject({
  kind: z.literal("erased"),
  id: id("rec"),
  createdBy: id("mbr"),
  author: id("mbr"),
  atMs: ms,
});
const anyLine = z.discriminatedUnion("kind", [memberLine, projectLine, recordLine, revisionLine, erasedLine]);
type Line = z.output<typeof anyLine>;

export async function* exportLines(tx: Transaction, space: SpaceId): AsyncGenerator<Line> {
  for (const row of await tx`SELECT id, name FROM oldhand.members WHERE space_id = ${space} ORDER BY id`)
    yield { kind: "member", id: row.id, name: row.name };
  for (const row of await tx`SELECT * FROM oldhand.projects WHERE space_id = ${space} ORDER BY id`)
    yield { kind: "project", id: row.id, name: row.name, rootCommits: row.root_commits, remotes: row.remotes };
  for (
    let rows = await recordsAfter(tx, space, 0);
    rows.length > 0;
    rows = await recordsAfter(tx, space, rows.at(-1)!.seq)
  )
    for (const row of rows) {
      const { id, text, project_id: project, created_by: createdBy, author_id: author, changed_ms: atMs } = row;
      yield { kind: "record", id, text, project, createdBy, author, ...importedAs(row), atMs };
    }
  for (
    let rows = await revisionsAfter(tx, space, 0);
    rows.length > 0;
    rows = await revisionsAfter(tx, space, rows.at(-1)!.seq)
  )
    for (const row of rows) {
      const { verb, before, after, record_id: record, author_id: author, changed_ms: atMs } = row;
      const projects = { beforeProject: row.before_project, afterProject: row.after_project };
      yield { kind: "revision", record, verb, author, ...importedAs(row), atMs, before, after, ...projects };
    }
  const erased = await tx`SELECT * FROM oldhand.tombstones WHERE space_id = ${space} AND why = 'erase' ORDER BY seq`;
  for (const { record_id: id, created_by: createdBy, author_id: author, removed_ms: atMs } of erased)
    yield { kind: "erased", id, createdBy, author, atMs };
}

function importedAs({ imported_as: name }: Row): { readonly importedAs?: string } {
  return name === null ? {} : { importedAs: name };
}

const AT_ONCE = 500;

function recordsAfter(tx: Transaction, space: SpaceId, seq: number): Promise<Rows> {
  return tx`SELECT * FROM oldhand.records WHERE space_id = ${space} AND seq > ${seq} ORDER BY seq LIMIT ${AT_ONCE}`;
}

function revisionsAfter(tx: Transaction, space: SpaceId, seq: number): Promise<Rows> {
  return tx`SELECT * FROM oldhand.revisions WHERE space_id = ${space} AND seq > ${seq} ORDER BY seq LIMIT ${AT_ONCE}`;
}

type Imported = { readonly added: number; readonly known: number; readonly refused: number };
type ImportResult =
  | ({ readonly outcome: "imported" } & Imported)
  | { readonly outcome: "invalid"; readonly reason: string };

/**
 * Adds what the space does not have; the same lines again change nothing. A space may arrive in several parts, in order.
 * Whoever imports is the author of all of it: the names in the lines are only what they say.
 */
export async function importLines(
  tx: Transaction,
  { space, author: importer, nowMs }: Writing,
  lines: readonly string[],
): Promise<ImportResult> {
  const parsed: Line[] = [];
  for (const [at, line] of lines.entries()) {
    const read = anyLine.safeParse(parseJson(line));
    if (!read.success) return { outcome: "invalid", reason: `Line ${at + 1}: ${z.prettifyError(read.error)}` };
    parsed.push(read.data);
  }
  let seq = await lockSpace(tx, space);
  const counts = { added: 0, known: 0, refused: 0 };
  const marks: number[] = [];
  const names = new Map<string, string>(
    (await tx`SELECT id, name FROM oldhand.members WHERE space_id = ${space}`).map((row) => [row.id, row.name]),
  );
  for (const line of parsed) {
    const unknown = authorsOf(line).some((author) => !names.has(author));
    if (line.kind === "member" && !names.has(line.id)) names.set(line.id, line.name);
    const outcome = unknown ? "refused" : await importLine(tx, { space, line, importer, names, seq: seq + 1, nowMs });
    counts[outcome] += 1;
    if (outcome !== "added" || line.kind === "member" || line.kind === "project") continue;
    seq += 1;
    marks.push(seq);
  }
  if (marks.length > 0) {
    await setSeq(tx, space, seq);
    await markChanges(tx, space, marks);
  }
  return { outcome: "imported", ...counts };
}

function authorsOf(line: Line): string[] {
  if (line.kind === "member" || line.kind === "project") return [];
  return line.kind === "revision" ? [line.author] : [line.author, line.createdBy];
}

type Importing = {
  readonly space: SpaceId;
  readonly line: Line;
  readonly importer: MemberId;
  readonly names: ReadonlyMap<string, string>;
  readonly seq: number;
  readonly nowMs: number;
};

async function importLine(
  tx: Transaction,
  { space, line, importer, names, seq, nowMs }: Importing,
): Promise<keyof Imported> {
  if (line.kind === "project") {
    const { kind: _, ...project } = line;
    await putProject(tx, space, project);
    return "known";
  }
  if (line.kind === "member") {
    // Without a token: their name stays with their records, and an invitation makes them a member again.
    const done = await tx`
      INSERT INTO oldhand.members (space_id, id, name, machine, role, joined_ms, left_ms)
      VALUES (${space}, ${line.id}, ${line.name}, 'imported', 'viewer', ${nowMs}, ${nowMs}) ON CONFLICT DO NOTHING`;
    return outcomeOf(done);
  }
  if (line.kind === "erased") {
    const done = await tx`
      INSERT INTO oldhand.tombstones (space_id, record_id, hash, why, seq, created_by, author_id, removed_ms)
      VALUES (${space}, ${line.id}, '', 'erase', ${seq}, ${importer}, ${importer}, ${line.atMs})
      ON CONFLICT DO NOTHING`;
    return outcomeOf(done);
  }
  if (line.kind === "revision") {
    const texts = [line.before, line.after].filter((one) => one !== null);
    if (texts.some((one) => readWireText(one, { id: line.record }).outcome === "refused")) return "refused";
    const [known] = await tx`
      SELECT 1 FROM oldhand.revisions WHERE space_id = ${space} AND record_id = ${line.record}
        AND changed_ms = ${line.atMs} AND before IS NOT DISTINCT FROM ${line.before} AND after IS NOT DISTINCT FROM ${line.after}`;
    if (known !== undefined) return "known";
    await tx`
      INSERT INTO oldhand.revisions (space_id, seq, record_id, verb, author_id, changed_ms, before, before_project, after,
        after_project, imported_as)
      VALUES (${space}, ${seq}, ${line.record}, ${line.verb}, ${importer}, ${line.atMs}, ${line.before},
        ${line.beforeProject}, ${line.after}, ${line.afterProject}, ${line.importedAs ?? names.get(line.author) ?? null})`;
    return "added";
  }
  const { project } = line;
  const read = readWireText(line.text, { id: line.id, ...(project !== null && { project }) });
  if (read.outcome === "refused") return "refused";
  const canonical = wireText(read.record);
  const grave = tombstoneHash(space, { text: canonical, project_id: project });
  const [erased] = await tx`
    SELECT 1 FROM oldhand.tombstones WHERE space_id = ${space} AND (record_id = ${line.id} OR (why = 'erase' AND hash = ${grave}))`;
  if (erased !== undefined) return "refused";
  const done = await tx`
    INSERT INTO oldhand.records (space_id, id, version, text, project_id, seq, created_by, author_id, changed_ms,
      imported_as)
    VALUES (${space}, ${line.id}, ${wireVersion(canonical, project ?? undefined)}, ${canonical}, ${project}, ${seq},
      ${importer}, ${importer}, ${line.atMs}, ${line.importedAs ?? names.get(line.author) ?? null})
    ON CONFLICT DO NOTHING`;
  return outcomeOf(done);
}

function outcomeOf({ count }: { readonly count: number }): "added" | "known" {
  return count === 1 ? "added" : "known";
}
