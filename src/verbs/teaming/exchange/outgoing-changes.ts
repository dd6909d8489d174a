/** Makes the changes that leave this machine for a space: screened once more, without what belongs to this machine. */
import { hostname, userInfo } from "node:os";
import type { CallContext } from "../../../context/call-context.ts";
import type { Kept } from "../../../core/ports.ts";
import type { ProjectId, RecordId } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import type { WantedChange } from "../../../core/team/wire.ts";
import { readWireText, wireText } from "../../../core/team/wire-record.ts";
import type { ProjectEvidence } from "../../../core/team/wire-types.ts";
import { isDirectory } from "../../../store/local/files/durable-files.ts";
import type { NewOutgoing } from "../../../store/local/rows/spaces.ts";
import type { Space } from "../../../store/local/team/space-files.ts";
import type { WriteStore } from "../../../store/local/write-store.ts";
import { sharedProject } from "../../../sync/match-projects.ts";
import { type MachineNames, withoutNames } from "../../../team/without-names.ts";

type Making = { readonly call: CallContext; readonly store: WriteStore; readonly space: Space };

/** Undefined if it was sent already and waits for a maintainer, or was refused as it is. */
export async function outgoingFor(
  id: RecordId,
  op: "put" | "remove",
  { call, store, space }: Making,
): Promise<NewOutgoing | undefined> {
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

/** As the server is asked for it. */
export function wantedChange(
  { op, record: id, base, text = "", project }: NewOutgoing,
  { store }: Pick<Making, "store">,
): WantedChange {
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
