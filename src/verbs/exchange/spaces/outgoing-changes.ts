/** Makes the changes that leave this machine for a space: screened once more, without what belongs to this machine. */
import { hostname, userInfo } from "node:os";
import type { Kept } from "../../../core/ports.ts";
import type { ProjectId, RecordId } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import { readWireText, wireText } from "../../../core/team/wire-record.ts";
import type { ProjectEvidence, SentChange } from "../../../core/team/wire-types.ts";
import { isDirectory } from "../../../store/files/durable-files.ts";
import { sharedProject } from "../../../store/replicate/match-projects.ts";
import type { Space } from "../../../store/replicate/team/space-files.ts";
import { type MachineNames, withoutNames } from "../../../store/replicate/team/without-names.ts";
import type { NewOutgoing } from "../../../store/rows/remotes.ts";
import type { WriteStore } from "../../../store/write-store.ts";
import type { CallContext } from "../../call/call-context.ts";

type Making = { readonly call: CallContext; readonly store: WriteStore; readonly space: Space };

/** Undefined if it was sent already and waits for a maintainer, or was refused as it is. */
export async function outgoingFor(
  id: RecordId,
  op: "put" | "remove",
  { call, store, space }: Making,
): Promise<NewOutgoing | undefined> {
  const revision = store.remotes.lastRevision();
  const known = store.remotes.agreedOn(space.id, id);
  const kept = op === "put" ? await store.records.get(id) : undefined;
  // Of a removed record whose version is not known, the space's version arrives first.
  if (op === "put" ? kept === undefined : known?.version === undefined) return undefined;
  const before = store.remotes.outgoing(space.id).find(({ record }) => record === id);
  if (before !== undefined && before.op === op && before.sha === kept?.version) return undefined;
  const of = { record: id, op, key: store.newId("act"), base: known?.version, revision } as const;
  if (kept === undefined) return { ...of, state: "sending" };
  const { text, reason } = textFor(kept, call);
  const state = reason === undefined ? "sending" : "refused";
  return { ...of, project: kept.record.project, sha: kept.version, text, reason, state };
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
): SentChange {
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
