/** Routes for what is shared with a team and with the person's other machines. Only a POST asks a server or a remote. */
import { z } from "zod";
import { OldhandError } from "../../../core/base/error.ts";
import { describeGuard } from "../../../core/guard/describe.ts";
import { hasNamedKey } from "../../../core/record/key.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import { readWireText } from "../../../core/team/wire-record.ts";
import type { WireProposal } from "../../../core/team/wire-types.ts";
import { count } from "../../../core/text/wording.ts";
import { stepsText } from "../../../core/workflow/slots.ts";
import type { Memory } from "../../../main/memory.ts";
import { type Difference, differences } from "../../../verbs/suggestion/proposal/differences.ts";
import { get, line, post, type Route } from "../route.ts";

type Team = Memory["team"];
type MachineView = Awaited<ReturnType<Memory["machines"]>>[number];
type Acceptable = Awaited<ReturnType<Team["acceptable"]>>["records"][number];

export type Shared = {
  readonly spaces: Awaited<ReturnType<Team["spaces"]>>;
  readonly sync: Awaited<ReturnType<Memory["syncStatus"]>>;
  readonly machines: readonly MachineView[];
  /** Why the machines cannot be listed. */
  readonly trouble?: string;
};

/** A guard, a workflow or a changed policy that acts once it is accepted as it is. */
export type ToAccept = Pick<MemoryRecord, "id" | "type" | "author" | "steps" | "guardProblem"> & {
  /** Its text; of a workflow its name, and its description if it has one. */
  readonly label: string;
  readonly hash: string;
  /** In words. */
  readonly guards: readonly string[];
};

export type AcceptableHere = {
  readonly toLookAt: readonly ToAccept[];
  /** How many others count once the space is accepted. */
  readonly others: number;
};

/** With the files: the difference leaves out what seldom matters. */
export type ProposalView = Pick<WireProposal, "id" | "author" | "at" | "before" | "after"> & {
  readonly act: "add" | "change" | "delete";
  readonly project?: string;
  readonly changes: readonly Difference[];
};

export type ProposalsAnswer = { readonly proposals: readonly ProposalView[] };
const MOST_AT_ONCE = 2000;
const inSpace = { space: line() };
const shownRecord = z.strictObject({ id: line(), hash: line() });

export const teamRoutes: readonly Route[] = [
  get(
    "/api/team",
    "team, sync status",
    {},
    async ({ memory }): Promise<Shared> => ({
      spaces: await memory.team.spaces(),
      sync: await memory.syncStatus(),
      ...(await machinesHere(memory)),
    }),
  ),
  get("/api/team/acceptable", "team accept", inSpace, async ({ memory }, { space }): Promise<AcceptableHere> => {
    const { records } = await memory.team.acceptable(space);
    const toLookAt = records.filter(({ needsLook }) => needsLook).map(viewOf);
    return { toLookAt, others: records.length - toLookAt.length };
  }),
  post(
    "/api/team/accept",
    "team accept",
    { ...inSpace, records: z.array(shownRecord).max(MOST_AT_ONCE), isSpaceToo: z.boolean() },
    ({ memory }, ask) => acceptShown(memory, ask),
  ),
  post(
    "/api/team/proposals",
    "team proposals",
    inSpace,
    async ({ memory }, ask): Promise<ProposalsAnswer> => ({
      proposals: (await memory.team.proposals(ask)).map(proposalView),
    }),
  ),
  post(
    "/api/team/decide",
    "team accept, team proposals --reject",
    { ...inSpace, id: line(), decision: z.enum(["accept", "reject"]), reason: z.string().exactOptional() },
    ({ memory }, { space, id, decision, reason }) => memory.team.decideProposal(id, decision, { space, reason }),
  ),
];

/** As of the last sync, from this machine's disk. */
async function machinesHere(memory: Memory): Promise<Pick<Shared, "machines" | "trouble">> {
  if ((await memory.syncStatus()).machine === undefined) return { machines: [] };
  try {
    return { machines: await memory.machines() };
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    return { machines: [], trouble: error.message };
  }
}

type AcceptAsk = {
  readonly space: string;
  /** Guards, workflows and changed policies, as the page showed them. */
  readonly records: readonly z.output<typeof shownRecord>[];
  /** Also the space, with all its other records. */
  readonly isSpaceToo: boolean;
};

/** Only what the person has seen: a record that changed since is shown again first. */
async function acceptShown(memory: Memory, { space, records, isSpaceToo }: AcceptAsk) {
  const all = await memory.team.acceptable(space);
  const wasShown = ({ record, hash }: Acceptable): boolean =>
    records.some((shown) => shown.id === record.id && shown.hash === hash);
  const seen = all.records.filter(wasShown);
  if (seen.length < records.length)
    throw new OldhandError(
      "conflict",
      `${count(records.length - seen.length, "record")} changed while you looked. Nothing was accepted: look again.`,
    );
  const plain = isSpaceToo ? all.records.filter(({ needsLook }) => !needsLook) : [];
  return memory.team.acceptSpace({ ...all, records: [...new Set([...seen, ...plain])] }, { isSpaceToo });
}

function viewOf({ record, hash }: Acceptable): ToAccept {
  const { id, type, key, text, author, steps, guards = [], guardProblem } = record;
  const described = steps === undefined ? text : `${key}: ${text}`;
  return {
    ...{ id, type, hash, guards: guards.map(describeGuard) },
    label: steps !== undefined && text === stepsText(steps) ? key : described,
    ...(author !== undefined && { author }),
    ...(steps !== undefined && { steps }),
    ...(guardProblem !== undefined && { guardProblem }),
  };
}

function proposalView({ id, op, record, author, at, before, after, project }: WireProposal): ProposalView {
  const read = (text: string | undefined): Partial<MemoryRecord> => {
    if (text === undefined) return {};
    const found = readWireText(text, { id: record as MemoryRecord["id"] });
    // As it was sent: a maintainer should see why it is unusual.
    return found.outcome === "record" ? found.record : { text };
  };
  const [now, next] = [read(before), op === "remove" ? {} : read(after)];
  return {
    ...{ id, author, at },
    act: op === "remove" ? "delete" : before === undefined ? "add" : "change",
    changes: differences(now, next).filter((one) => !isObvious(one, [now, next])),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(project !== undefined && { project: project.name }),
  };
}

/** What a record is unless it says something else. */
const DEFAULTS: Readonly<Record<string, string>> = { status: "active", priority: "normal" };

/** Defaults of a record that is new or deleted, and a key that was made from the text. */
function isObvious({ field, before, after }: Difference, versions: readonly Partial<MemoryRecord>[]): boolean {
  const value = DEFAULTS[field];
  if (value !== undefined) return (before ?? value) === (after ?? value);
  return field === "key" && versions.every(({ key, text = "" }) => key === undefined || !hasNamedKey({ key, text }));
}
