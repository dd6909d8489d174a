/** Sends what changed here to a space: each change is noted before it is sent, and sent again until the server answered. */
import { hostname, userInfo } from "node:os";
import type { CallContext } from "../../context/call-context.ts";
import type { Kept } from "../../core/ports.ts";
import type { ProjectId, RecordId } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import type { TeamErrorCode } from "../../core/team/errors.ts";
import type { CommitAnswer } from "../../core/team/wire.ts";
import { readWireText, wireText } from "../../core/team/wire-record.ts";
import type { ProjectEvidence } from "../../core/team/wire-types.ts";
import { isDirectory } from "../../store/local/files/durable-files.ts";
import { entriesOf } from "../../store/local/index/record-entries.ts";
import type { AgreedRecord, Outgoing } from "../../store/local/rows/spaces.ts";
import type { Space } from "../../store/local/team/space-files.ts";
import type { WriteStore } from "../../store/local/write-store.ts";
import { sharedProject } from "../../sync/match-projects.ts";
import { type LocalChange, localChange } from "../../team/local-changes.ts";
import type { Answered, TeamClient } from "../../team/team-client.ts";
import { type MachineNames, withoutNames } from "../../team/without-names.ts";

export type Delivering = {
  readonly call: CallContext;
  readonly store: WriteStore;
  readonly space: Space;
  readonly client: TeamClient;
};

export type Delivered = {
  sent: number;
  /** Waiting for a maintainer. */
  proposed: number;
  /** The server does not take them; the reason is kept. */
  refused: number;
  /** Somebody else changed them first. */
  conflicts: number;
};

/** The exchange with a space ended early: it cannot be reached now, or this person is no member any more. */
export type Ended =
  | { readonly ended: "unreachable"; readonly reason: string }
  | { readonly ended: "removed"; readonly reason: string };

export async function deliverChanges(delivering: Delivering): Promise<Delivered | Ended> {
  const { store, space } = delivering;
  const counts: Delivered = { sent: 0, proposed: 0, refused: 0, conflicts: 0 };
  // Their fate is unknown: only the same request with the same key can tell it.
  for (const unanswered of store.spaces.outgoing(space.id).filter(({ state }) => state === "sending")) {
    const ended = await deliver(unanswered, delivering, counts);
    if (ended !== undefined) return ended;
  }
  for (const { id, change } of changesHere(store, space)) {
    if (change !== "put" && change !== "remove") continue;
    const next = await outgoingFor(id, change, delivering);
    if (next === undefined) continue;
    store.spaces.send(space.id, next);
    delivering.call.env.at("change noted for a space");
    if (next.state === "refused") {
      counts.refused += 1;
      continue;
    }
    const ended = await deliver(next, delivering, counts);
    if (ended !== undefined) return ended;
  }
  return counts;
}

/** Every record of a space whose file is not as it was agreed on. */
export function changesHere(
  store: WriteStore,
  space: Space,
): readonly { readonly id: RecordId; readonly change: LocalChange }[] {
  const agreed = store.spaces.records(space.id);
  const keys = store.folders.flatMap((folder) => (folder.space === space.id ? [folder.key] : []));
  const here = entriesOf(store.index).versionsIn(keys);
  const ids = new Set([...here.keys(), ...agreed.keys()]);
  return [...ids].flatMap((id) => {
    const known = agreed.get(id);
    const sha = here.get(id);
    if (sha === known?.sha) return [];
    return [{ id, change: changeOf(store, id, { known, sha }) }];
  });
}

/** The version of a record's file here, also of one that a tombstone hides. */
export function versionHere(store: WriteStore, id: RecordId): string | undefined {
  const keys = store.folders.map(({ key }) => key);
  return entriesOf(store.index)
    .byId(id, keys)
    .find(({ state, goneMs }) => state !== "invalid" && goneMs === undefined)?.version;
}

type Compared = { readonly known: AgreedRecord | undefined; readonly sha: string | undefined };

export function changeOf(store: WriteStore, id: RecordId, { known, sha }: Compared): LocalChange {
  const changes = store.revisions.of(id).filter(({ seq }) => seq > (known?.revision ?? 0));
  const isDeleted = sha === undefined && store.tombstones.removalOf(id) !== undefined;
  return localChange(known, { changes, isDeleted, ...(sha !== undefined && { sha }) });
}

/** Undefined if it was sent already and waits for a maintainer, or was refused as it is. */
async function outgoingFor(
  id: RecordId,
  op: "put" | "remove",
  { call, store, space }: Delivering,
): Promise<Omit<Outgoing, "seq"> | undefined> {
  const revision = store.spaces.lastRevision();
  const known = store.spaces.record(space.id, id);
  const kept = op === "put" ? await store.records.get(id) : undefined;
  // Of a removed record whose version is not known, the space's version arrives first.
  if (op === "put" ? kept === undefined : known?.version === undefined) return undefined;
  const before = store.spaces.outgoing(space.id).find(({ record }) => record === id);
  if (before !== undefined && before.op === op && before.sha === kept?.version) return undefined;
  const of = { record: id, op, key: store.newId("act"), revision, state: "sending" } as const;
  const base = known?.version === undefined ? {} : { base: known.version };
  if (kept === undefined) return { ...of, ...base };
  const { text, reason } = textFor(kept, call);
  const project = kept.record.project === undefined ? {} : { project: kept.record.project };
  const put = { ...of, ...base, ...project, sha: kept.version, text };
  return reason === undefined ? put : { ...put, text: "", state: "refused", reason };
}

/** The text that leaves this machine, screened once more. */
function textFor({ record }: Kept, call: CallContext): { readonly text: string; readonly reason?: string } {
  const text = wireText(withoutNames(record, machineNames(call, record.project)));
  // The same reading as on the server, so that a secret is found before it leaves.
  const read = readWireText(text, { id: record.id });
  return read.outcome === "record" ? { text } : { text: "", reason: `${read.reason} It does not leave this machine.` };
}

/** The names of this machine that no record takes along. */
function machineNames({ env, store, project }: CallContext, id: ProjectId | undefined): MachineNames {
  const root =
    id === project?.id
      ? project?.root
      : store.registry
          .all()
          .find((one) => one.id === id)
          ?.paths.find(isDirectory);
  const user = userName();
  return {
    host: hostname(),
    ...(root !== undefined && { root }),
    ...(env.home !== undefined && { home: env.home }),
    ...(user !== undefined && { user }),
  };
}

function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined; // a container may run as a user without a name
  }
}

async function deliver(
  change: Omit<Outgoing, "seq">,
  delivering: Delivering,
  counts: Delivered,
): Promise<Ended | undefined> {
  const { store, space, client, call } = delivering;
  const { record: id } = change;
  if (change.op === "erase") return deliverErasure(change, delivering, counts);
  const answered = await client.commit(space.id, { key: change.key, changes: [wanted(change, delivering)] });
  call.env.at("change sent to a space");
  if (answered.outcome !== "answered") {
    const ended = endOf(answered);
    if (ended !== undefined) return ended;
    refuse(delivering, change, answered.reason);
    counts.refused += 1;
    return undefined;
  }
  settleAnswer(answered.answer, { change, delivering, counts });
  if (answered.answer.outcome === "kept" || answered.answer.outcome === "conflict")
    store.spaces.delivered(space.id, id);
  return undefined;
}

type Settling = { readonly change: Omit<Outgoing, "seq">; readonly delivering: Delivering; readonly counts: Delivered };

function settleAnswer(answer: CommitAnswer, { change, delivering, counts }: Settling): void {
  const { store, space } = delivering;
  const { record, sha, revision, op } = change;
  const known = store.spaces.record(space.id, record);
  const project = known?.project === undefined ? {} : { project: known.project };
  const file = sha === undefined ? {} : { sha };
  switch (answer.outcome) {
    case "kept": {
      const version = answer.kept.find(({ id }) => id === record)?.version;
      const state = op === "put" ? "here" : "gone";
      store.spaces.agree(space.id, {
        ...{ record, revision, state, ...file, ...project },
        ...(typeof version === "string" && { version }),
      });
      counts.sent += 1;
      return;
    }
    case "conflict":
      // The space's version arrives with the next changes and replaces this one, which stays in the history.
      store.spaces.agree(space.id, { record, revision, state: op === "put" ? "here" : "gone", ...file, ...project });
      counts.conflicts += 1;
      return;
    case "proposed":
      store.spaces.send(space.id, { ...change, state: "proposed" });
      counts.proposed += 1;
      return;
    case "refused":
      refuse(delivering, change, answer.reason);
      counts.refused += 1;
  }
}

async function deliverErasure(
  { record }: Omit<Outgoing, "seq">,
  { store, space, client }: Delivering,
  counts: Delivered,
): Promise<Ended | undefined> {
  const answered = await client.erase(space.id, record);
  if (answered.outcome === "answered" || isCode(answered, "not-found")) {
    store.spaces.delivered(space.id, record);
    counts.sent += 1;
    return undefined;
  }
  const ended = endOf(answered);
  if (ended !== undefined) return ended;
  // Only its author or a maintainer can erase it for everybody; from this machine it is gone.
  store.spaces.delivered(space.id, record);
  counts.refused += 1;
  return undefined;
}

function refuse({ store, space }: Delivering, change: Omit<Outgoing, "seq">, reason: string): void {
  store.spaces.send(space.id, { ...change, state: "refused", reason: screen(reason).text.slice(0, 300) });
}

function wanted(
  { op, record: id, base, text = "", project }: Omit<Outgoing, "seq">,
  { store }: Delivering,
): Parameters<TeamClient["commit"]>[1]["changes"][number] {
  if (op === "remove") return { op, id, base: base ?? "" };
  const evidence = project === undefined ? undefined : evidenceOf(store, project);
  return { op: "put", id, base: base ?? null, record: text, ...(evidence !== undefined && { project: evidence }) };
}

const MOST_EVIDENCE = 20;

/** How teammates recognise the project: no paths. */
export function evidenceOf(store: WriteStore, id: ProjectId): ProjectEvidence | undefined {
  const project = store.registry.all().find((one) => one.id === id);
  if (project === undefined) return undefined;
  const { name, rootCommits, remotes } = sharedProject(project);
  return {
    name: screen(name).text.slice(0, 80) || "project",
    rootCommits: rootCommits.slice(0, MOST_EVIDENCE),
    remotes: remotes.slice(0, MOST_EVIDENCE),
  };
}

/** What ends the exchange; undefined if only this request was refused. */
export function endOf(answered: Exclude<Answered<unknown>, { outcome: "answered" }>): Ended | undefined {
  if (answered.outcome === "unreachable") return { ended: "unreachable", reason: answered.reason };
  return NO_MEMBER.has(answered.code) ? { ended: "removed", reason: answered.reason } : undefined;
}

const NO_MEMBER: ReadonlySet<TeamErrorCode> = new Set<TeamErrorCode>(["unauthorized", "revoked", "expired"]);

function isCode(answered: Answered<unknown>, code: TeamErrorCode): boolean {
  return answered.outcome === "refused" && answered.code === code;
}
