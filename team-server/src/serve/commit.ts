/** Takes changes of a space's records: checks each at the edge, then keeps, proposes or refuses the changes of a commit together. */
import { setImmediate } from "node:timers/promises";
import { sha256 } from "../../../src/core/base/hash.ts";
import type { Change } from "../../../src/core/ports.ts";
import type { MemoryRecord } from "../../../src/core/record/record.ts";
import { screen } from "../../../src/core/screen/clean.ts";
import { cleanInvisible } from "../../../src/core/screen/invisible.ts";
import { type CommitBody, MOST_CHANGES } from "../../../src/core/team/wire.ts";
import { readWireText, wireText, withoutMachine } from "../../../src/core/team/wire-record.ts";
import type { CommitsBody, ProjectEvidence, SentChange } from "../../../src/core/team/wire-types.ts";
import { count } from "../../../src/core/text/wording.ts";
import { findErased } from "../postgres/erase.ts";
import { type CurrentRow, currentRows, keptFrom, recordsIn } from "../postgres/records.ts";
import { givenAnswer, keepAnswer } from "../postgres/rows/answers.ts";
import { ensureProject } from "../postgres/rows/projects.ts";
import { addProposals, type ProposalRow, replaceProposals } from "../postgres/rows/proposals.ts";
import { lockSpace } from "../postgres/rows/spaces.ts";
import { type Audited, type Done, done, type Refused, type RouteCall, type RouteResult, refuse } from "./route.ts";

type Call = Omit<RouteCall, "query">;
/** The space is locked; `seq` is the number of its last change, and rises with what this request makes. */
type LockedCall = Call & { readonly space: { seq: number } };

export async function commitChanges(call: Call, commit: CommitBody): Promise<RouteResult> {
  const checked = await check(commit.changes);
  if ("outcome" in checked) return checked;
  // One commit to a space at a time, so that a key is never used by two at once.
  return commitOnce(await locked(call), commit, checked);
}

/** Several commits in one request, each as if it had come alone: with its own key, answer and line in the audit. */
export async function commitEach(call: Call, { commits }: CommitsBody): Promise<RouteResult> {
  if (commits.reduce((sum, { changes }) => sum + changes.length, 0) > MOST_CHANGES)
    return refuse("invalid", `A request has at most ${MOST_CHANGES} changes.`);
  const checked: (readonly Checked[] | Refused)[] = [];
  for (const { changes } of commits) checked.push(await check(changes));
  const within = await locked(call);
  const answers: object[] = [];
  const audits: Audited[] = [];
  for (const [at, commit] of commits.entries()) {
    const found = checked[at]!;
    const result = "outcome" in found ? found : await commitOnce(within, commit, found);
    answers.push(answerOf(result, commit));
    audits.push({ outcome: result.outcome === "refused" ? "refused" : "done", ...result.audit });
  }
  return { ...done({ answers }), audits };
}

async function locked(call: Call): Promise<LockedCall> {
  return { ...call, space: { seq: await lockSpace(call.tx, call.as.space.id) } };
}

/** A refusal of one commit is an answer among others. */
function answerOf(result: Decided, { changes }: CommitBody): object {
  if (result.json !== undefined) return result.json;
  const { message } = result as Refused;
  return { schemaVersion: 1, outcome: "refused", record: changes[0]!.id, reason: message };
}

type Decided = Refused | Done;

async function commitOnce(
  call: LockedCall,
  { key, changes }: CommitBody,
  checked: readonly Checked[],
): Promise<Decided> {
  const { tx, as, nowMs } = call;
  const space = as.space.id;
  const requestHash = sha256(JSON.stringify(changes));
  const given = await givenAnswer(tx, space, { member: as.member.id, key });
  if (given !== undefined) {
    if (given.requestHash === requestHash) return done(given.answer, { detail: "same answer again" });
    return refuse("conflict", "This key was used for other changes. Use a new one.", { detail: "reused key" });
  }
  const result = await decide(call, checked);
  if (result.outcome === "done")
    await keepAnswer(tx, space, { member: as.member.id, key, requestHash, answer: result.json, nowMs });
  return result;
}

type Checked = { readonly change: SentChange; readonly record?: MemoryRecord };

const CHECKED_AT_ONCE = 10;

/** Needs no database. Screening takes time, so other requests get their turn. */
async function check(changes: readonly SentChange[]): Promise<readonly Checked[] | Refused> {
  const ids = changes.map(({ id }) => id);
  if (new Set(ids).size < ids.length) return refuse("invalid", "A commit changes each record once.");
  const checked: Checked[] = [];
  for (const [at, change] of changes.entries()) {
    if (at % CHECKED_AT_ONCE === CHECKED_AT_ONCE - 1) await setImmediate();
    if (change.op === "remove") {
      checked.push({ change });
      continue;
    }
    const read = readWireText(change.record, { id: change.id });
    if (read.outcome === "refused") return refusedRecord(change.id, read.reason);
    const problem = change.project && evidenceProblem(change.project);
    if (problem !== undefined) return refusedRecord(change.id, problem);
    checked.push({ change, record: read.record });
  }
  return checked;
}

async function decide(call: LockedCall, checked: readonly Checked[]): Promise<Decided> {
  const { tx, as } = call;
  const put = checked.flatMap(({ record }) => record ?? []);
  const erased = await findErased(tx, as.space.id, put);
  if (erased !== undefined) return refusedRecord(erased, "It was erased from this space.");
  const changes = checked.map(({ change }) => change);
  const rows = await currentRows(
    tx,
    as.space.id,
    changes.map(({ id }) => id),
  );
  const now = new Map(rows.map((row): [string, CurrentRow] => [row.id, row]));
  const outdated = changes.filter(({ id, base }) => (now.get(id)?.version ?? null) !== base);
  if (outdated.length > 0) {
    const versions = outdated.map(({ id }) => ({ id, version: now.get(id)?.version ?? null }));
    return done({ outcome: "conflict", now: versions }, { detail: "conflict" });
  }
  return checked.some((one) => needsReview(one, as, now)) ? propose(call, checked) : keep(call, checked, rows);
}

function refusedRecord(record: string, reason: string): Refused {
  const json = { schemaVersion: 1, outcome: "refused", record, reason };
  return { outcome: "refused", code: "invalid", message: reason, json, audit: { subject: record, detail: "record" } };
}

/** What a program acts on needs a maintainer, in every space: guards, and changes of what has guards. */
function needsReview(
  { change, record }: Checked,
  { role, space }: Call["as"],
  now: ReadonlyMap<string, CurrentRow>,
): boolean {
  if (role === "maintainer") return false;
  const current = now.get(change.id);
  const hadGuards = current !== undefined && keptFrom(current).record.guards !== undefined;
  return space.review || record?.guards !== undefined || hadGuards;
}

async function keep(call: LockedCall, checked: readonly Checked[], rows: readonly CurrentRow[]): Promise<Decided> {
  const { tx, as, nowMs } = call;
  const space = as.space.id;
  const changes: Change[] = [];
  for (const { change, record } of checked) {
    const why = { verb: verbOf(change), actor: "person", by: as.member.name } as const;
    if (change.op === "remove")
      changes.push({ op: "remove", id: change.id, base: change.base, leaveTombstone: true, why });
    else changes.push({ op: "put", record: await placed({ tx, space }, change, record!), base: change.base, why });
  }
  const records = recordsIn(tx, { space, author: as.member.id, nowMs });
  const committed = await records.commit(changes, { seq: call.space.seq, rows });
  if (committed.outcome === "conflict") throw new Error("a base changed while the space was locked");
  call.space.seq = committed.seq;
  const versions = new Map(committed.kept.map(({ record, version }) => [record.id, version]));
  const first = committed.seq - changes.length + 1;
  const kept = checked.map(({ change: { id } }, at) => ({ id, version: versions.get(id) ?? null, seq: first + at }));
  return done({ outcome: "kept", kept }, { detail: count(kept.length, "change") });
}

async function propose(call: Call, checked: readonly Checked[]): Promise<Decided> {
  const { tx, as, nowMs, newId } = call;
  const space = as.space.id;
  const rows: ProposalRow[] = [];
  for (const { change, record } of checked) {
    const put = change.op === "put" ? await placed({ tx, space }, change, record!) : undefined;
    rows.push({
      id: newId("prp"),
      op: change.op,
      record_id: change.id,
      base: change.base,
      text: put === undefined ? null : wireText(put),
      project_id: put?.project ?? null,
      author_id: as.member.id,
      created_ms: nowMs,
    });
  }
  // Of two proposals for a record only the later one could be accepted.
  const records = rows.map(({ record_id }) => record_id);
  await replaceProposals(tx, space, { author: as.member.id, records, nowMs });
  await addProposals(tx, space, rows);
  const proposals = rows.map(({ id, record_id: record }) => ({ id, record }));
  return done({ outcome: "proposed", proposals }, { detail: count(rows.length, "proposal") });
}

export function verbOf({ op, base }: Pick<SentChange, "op" | "base">): Change["why"]["verb"] {
  if (op === "remove") return "delete";
  return base === null ? "add" : "update";
}

type Put = Extract<SentChange, { op: "put" }>;

/** As the space keeps it, with the space's own id for its project. */
async function placed(
  { tx, space }: { readonly tx: Call["tx"]; readonly space: string },
  { project: evidence }: Put,
  record: MemoryRecord,
): Promise<MemoryRecord> {
  const plain = withoutMachine(record);
  if (evidence === undefined) return { ...plain, scope: "global" };
  return { ...plain, scope: "project", project: await ensureProject(tx, space, evidence) };
}

/** Evidence is what a repository shows to everybody; it has no place for paths and passwords. */
function evidenceProblem({ name, remotes }: ProjectEvidence): string | undefined {
  const all = [name, ...remotes].join("\n");
  if (cleanInvisible(all) !== all) return "The project's evidence contains invisible characters.";
  if (remotes.some((remote) => /^(?:file:|[\\/~]|[A-Za-z]:[\\/])|@/.test(remote)))
    return "The project's remotes contain a local path or a user name.";
  const screened = screen(all);
  return screened.outcome === "secret" ? "The project's evidence contains a secret." : undefined;
}
