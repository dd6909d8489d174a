/** One exchange with a space: send what changed here, apply what others changed, learn what was decided, name what waits. */
import { type CallContext, ensureRegistered } from "../../../context/call-context.ts";
import { inFolders } from "../../../context/open-for-writing.ts";
import { isoTime } from "../../../core/base/clock.ts";
import { registered } from "../../../core/project/registry-changes.ts";
import type { ProjectId, RecordId } from "../../../core/record/record.ts";
import { screenName } from "../../../core/screen/clean.ts";
import type { ChangesAnswer } from "../../../core/team/wire.ts";
import { spaceFolder } from "../../../store/local/files/record-folder.ts";
import { readToken, type Space, writeSpace } from "../../../store/local/team/space-files.ts";
import { cancelUnfinishedDeletions, recordDeletions } from "../../../store/local/vanished-files.ts";
import type { WriteStore } from "../../../store/local/write-store.ts";
import { matchedProjects } from "../../../sync/match-projects.ts";
import { type TeamClient, teamClient } from "../../../team/team-client.ts";
import { removeSpace } from "../remove-space.ts";
import { type Arrivals, applyChange } from "./apply-changes.ts";
import { changeOf, changesHere, deliverChanges, type Ended, endOf, versionHere } from "./deliver-changes.ts";
import { learnDecisions } from "./learn-decisions.ts";
import { moveOut } from "./move-out.ts";

export type SpaceResult = {
  readonly space: string;
  readonly sent: number;
  /** Records that were written, changed or removed here. */
  readonly arrived: number;
  /** Records of projects that are not known here. */
  readonly waiting: number;
  /** Changes that wait for a maintainer. */
  readonly proposed: number;
  /** Proposals that a maintainer rejected since the last exchange. */
  readonly rejected: number;
  /** Changes that the server or this machine did not take. */
  readonly refused: number;
  /** Changes of this person that a later one of the space replaced. */
  readonly conflicts: number;
  /** Why the exchange was not completed. */
  readonly problem?: string;
  /** This person is no member any more: nothing of the space is left here. */
  readonly isRemoved?: true;
};

type Exchange = {
  readonly call: CallContext;
  readonly store: WriteStore;
  readonly client: TeamClient;
  space: Space;
};

export const NOTHING = { sent: 0, arrived: 0, waiting: 0, proposed: 0, rejected: 0, refused: 0, conflicts: 0 };

export async function exchangeWith(
  call: CallContext,
  space: Space,
  { limitMs }: { readonly limitMs: number },
): Promise<SpaceResult> {
  const { home } = call;
  const token = readToken(home, space.id);
  const client = teamClient({ url: space.url, token, limitMs });
  registerIfShared(call, space);
  const projects = call.store.registry.all().map(({ id }) => id);
  const folders = [undefined, ...projects].map((project) => spaceFolder(home, space, { project }));
  const done = await inFolders(call, folders, async (store) => {
    if (await cancelUnfinishedDeletions(store)) await store.refresh("sweep");
    recordDeletions(store, await store.refresh("sweep"), call.clock());
    return exchange({ call, store, client, space });
  });
  if (!("ended" in done)) return done;
  if (done.ended === "removed") {
    await removeSpace(call, space);
    return { space: space.name, ...NOTHING, problem: done.reason, isRemoved: true };
  }
  return { space: space.name, ...NOTHING, problem: done.reason };
}

/** Somebody who only reads never registers a project by writing: working in one that the space knows is enough. */
function registerIfShared(call: CallContext, space: Space): void {
  const { project, store, clock } = call;
  if (project === undefined || store.registry.all().some(({ id }) => id === project.id)) return;
  const theirs = store.spaces.projects(space.id).map(({ project: id, evidence }) => ({ id, ...evidence }));
  if (matchedProjects(theirs, [registered(project, isoTime(clock()))]).size > 0) ensureRegistered(call);
}

async function exchange(exchanging: Exchange): Promise<SpaceResult | Ended> {
  const { call, store, space } = exchanging;
  const ended = await refreshSpace(exchanging);
  if (ended !== undefined) return ended;
  findProjects(exchanging);
  const delivered = await deliverChanges(exchanging);
  if ("ended" in delivered) return delivered;
  const arrivals: Arrivals = { arrived: 0, refused: 0, conflicts: 0 };
  if (changesHere(store, space).some(({ change }) => change === "altered")) restart(exchanging);
  const fetched = await fetchChanges(exchanging, arrivals);
  if (fetched !== undefined) return fetched;
  const rejected = await learnDecisions(exchanging);
  if (typeof rejected !== "number") return rejected;
  await moveOut(call, exchanging.space, strays(exchanging));
  const progress = store.spaces.progress(space.id);
  const { problem: _, ...rest } = progress;
  store.spaces.setProgress(space.id, {
    ...rest,
    lastMs: call.clock(),
    arrived: progress.arrived + arrivals.arrived,
  });
  return {
    space: exchanging.space.name,
    sent: delivered.sent,
    arrived: arrivals.arrived,
    waiting: [...store.spaces.records(space.id).values()].filter(({ state }) => state === "waiting").length,
    proposed: delivered.proposed,
    rejected,
    refused: delivered.refused + arrivals.refused,
    conflicts: delivered.conflicts + arrivals.conflicts,
  };
}

/** The name, the rules and this person's role may have changed. */
async function refreshSpace(exchanging: Exchange): Promise<Ended | undefined> {
  const { call, client, space } = exchanging;
  const answered = await client.spaces();
  if (answered.outcome !== "answered") return endOf(answered) ?? { ended: "unreachable", reason: answered.reason };
  const now = answered.answer.spaces.find(({ id }) => id === space.id);
  if (now === undefined) return { ended: "removed", reason: "You are no longer a member of this space." };
  const next: Space = { ...space, name: screenName(now.name), review: now.review, role: now.role };
  if (JSON.stringify(next) !== JSON.stringify(space)) writeSpace(call.home, next);
  exchanging.space = next;
  return undefined;
}

/** A project that became known here: its records are fetched again from the beginning. */
function findProjects(exchanging: Exchange): void {
  const { store, space } = exchanging;
  const known = store.spaces.projects(space.id);
  const found = localProjects(
    exchanging,
    known.map(({ project, evidence }) => ({ id: project, ...evidence })),
  );
  const news = known.filter(({ project, local }) => found.get(project) !== local);
  for (const { project, evidence } of news) {
    const local = found.get(project);
    store.spaces.putProject(space.id, { project, evidence, ...(local !== undefined && { local }) });
  }
  if (news.length > 0) restart(exchanging);
}

function localProjects(
  { store, space }: Exchange,
  theirs: Parameters<typeof matchedProjects>[0],
): ReadonlyMap<ProjectId, ProjectId> {
  const found = matchedProjects(theirs, store.registry.all());
  // Once matched, a project stays: a fork that is opened later does not take its records.
  const before = store.spaces.projects(space.id).flatMap(({ project, local }) => {
    const isKept = local !== undefined && store.registry.all().some(({ id }) => id === local);
    return isKept ? [[project, local] as const] : [];
  });
  return new Map([...found, ...before]);
}

/** What is agreed on already is recognised by its version. */
function restart({ store, space }: Exchange): void {
  store.spaces.setProgress(space.id, { ...store.spaces.progress(space.id), cursor: "" });
  for (const { id, change } of changesHere(store, space)) {
    const known = store.spaces.record(space.id, id);
    if (change !== "altered" || known === undefined) continue;
    const { version: _, ...left } = known;
    store.spaces.agree(space.id, left);
  }
}

async function fetchChanges(exchanging: Exchange, counts: Arrivals): Promise<Ended | undefined> {
  const { store, space, client, call } = exchanging;
  const seen = new Set<string>();
  let isReset = false;
  for (let more = true; more; ) {
    const progress = store.spaces.progress(space.id);
    const answered = await client.changes(space.id, progress.cursor);
    if (answered.outcome !== "answered") {
      // Whoever may not read is no member.
      if (answered.outcome === "refused" && answered.code === "forbidden")
        return { ended: "removed", reason: answered.reason };
      return endOf(answered) ?? { ended: "unreachable", reason: answered.reason };
    }
    const { answer } = answered;
    isReset ||= answer.reset;
    const projects = learnProjects(exchanging, answer);
    const applying = { env: call.env, config: call.config, store, space: exchanging.space, projects };
    let isOpen = false;
    for (const change of answer.changes) {
      seen.add(change.id);
      if ((await applyChange(change, applying, counts)) === "open") isOpen = true;
      call.env.at("change of a space applied");
    }
    // The next exchange gets this page again; what was applied is recognised by its version.
    if (isOpen) return undefined;
    store.spaces.setProgress(space.id, { ...progress, cursor: answer.cursor });
    more = answer.more;
  }
  if (isReset) sendAgain(exchanging, seen);
  return undefined;
}

function learnProjects(exchanging: Exchange, { projects }: ChangesAnswer): ReadonlyMap<ProjectId, ProjectId> {
  const { store, space } = exchanging;
  const found = localProjects(exchanging, projects);
  for (const { id: project, ...evidence } of projects) {
    const local = found.get(project);
    store.spaces.putProject(space.id, { project, evidence, ...(local !== undefined && { local }) });
  }
  return found;
}

/** The server was restored from a backup that is older than what it had acknowledged: this person's records go there again. */
function sendAgain({ store, space }: Exchange, seen: ReadonlySet<string>): void {
  for (const known of store.spaces.records(space.id).values()) {
    if (seen.has(known.record) || known.state !== "here") continue;
    const isNew = { record: known.record, revision: 0, state: "here" } as const;
    // Without what was agreed on, it counts as new; those of others are sent by their own machines.
    if (changeOf(store, known.record, { known: isNew, sha: known.sha }) === "put") store.spaces.agree(space.id, isNew);
  }
}

/** Files in the space's folders that neither the space nor any command put there; under the lock, since a command may be at work. */
function strays({ store, space }: Exchange): readonly RecordId[] {
  return store.state.write(() =>
    changesHere(store, space).flatMap(({ id, change }) => {
      if (change !== "altered") return [];
      store.spaces.agree(space.id, { record: id, revision: store.spaces.lastRevision(), state: "gone" });
      return versionHere(store, id) === undefined ? [] : [id];
    }),
  );
}
