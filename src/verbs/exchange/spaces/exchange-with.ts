/** One exchange with a space: send what changed here, apply what others changed, learn what was decided, name what waits. */

import { isoTime } from "../../../core/base/clock.ts";
import { OldhandError } from "../../../core/base/error.ts";
import { registered } from "../../../core/project/registry-changes.ts";
import type { ProjectId, RecordId } from "../../../core/record/record.ts";
import { screenName } from "../../../core/screen/clean.ts";
import type { ProjectEvidence } from "../../../core/team/wire-types.ts";
import { spaceFolder } from "../../../store/files/record-folder.ts";
import { matchedProjects } from "../../../store/replicate/match-projects.ts";
import { readToken, type Space, writeSpace } from "../../../store/replicate/team/space-files.ts";
import { teamClient } from "../../../store/replicate/team/team-client.ts";
import type { RemoteProgress } from "../../../store/rows/remotes.ts";
import { cancelUnfinishedDeletions, recordDeletions } from "../../../store/vanished-files.ts";
import { type CallContext, ensureRegistered } from "../../call/call-context.ts";
import { demandAnswer } from "../../team/space/ask-server.ts";
import { removeSpace } from "../../team/space/remove-space.ts";
import { changeSince, changesHere, versionHere } from "../changes-here.ts";
import { exchange } from "../exchange.ts";
import type { ArrivalOutcome, ArrivingChange, Remote } from "../remote.ts";
import { type Delivering, deliverChanges, type SpaceCounts } from "./deliver-changes.ts";
import { learnDecisions } from "./learn-decisions.ts";
import { heard, type Membership, over } from "./membership.ts";
import { moveOut } from "./move-out.ts";
import { provenanceIn } from "./provenance.ts";
import { spaceArrival } from "./space-arrivals.ts";

export type SpaceResult = Readonly<SpaceCounts> & {
  readonly space: string;
  /** Why the exchange was not completed. */
  readonly problem?: string;
  /** This person is no member any more: nothing of the space is left here. */
  readonly isRemoved?: true;
};

type Exchange = Omit<Delivering, "space"> & { space: Space };

const NOTHING = { sent: 0, arrived: 0, waiting: 0, proposed: 0, rejected: 0, refused: 0, conflicts: 0 };

export async function exchangeWith(
  call: CallContext,
  space: Space,
  { limitMs }: { readonly limitMs: number },
): Promise<SpaceResult> {
  registerIfShared(call, space);
  const membership: Membership = { isOver: false };
  try {
    return await exchange(call, teamSpace(call, space, { limitMs, membership }));
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    if (membership.isOver) await removeSpace(call, space);
    const isRemoved = membership.isOver ? ({ isRemoved: true } as const) : {};
    return { space: space.name, ...NOTHING, problem: error.message, ...isRemoved };
  }
}

type How = { readonly limitMs: number; readonly membership: Membership };

/** A space as a remote: what changed here is delivered at once, and its server says what others changed. */
function teamSpace(call: CallContext, space: Space, { limitMs, membership }: How): Remote<SpaceResult> {
  const projects = call.store.registry.all().map(({ id }) => id);
  return {
    id: space.id,
    found: ({ arrived }) => ({ arrived, problem: undefined }),
    folders: [undefined, ...projects].map((project) => spaceFolder(call.home, space, { project })),
    async begin(store) {
      const client = teamClient({ url: space.url, token: readToken(call.home, space.id), limitMs });
      if (await cancelUnfinishedDeletions(store)) await store.refresh("sweep");
      recordDeletions(store, await store.refresh("sweep"), call.clock());
      const exchanging: Exchange = { call, store, client, space, membership, counts: { ...NOTHING } };
      await refreshSpace(exchanging);
      findProjects(exchanging);
      await deliverChanges(exchanging);
      return { arrivals: () => fetchChanges(exchanging), finish: () => finish(exchanging) };
    },
  };
}

async function finish(exchanging: Exchange): Promise<SpaceResult> {
  const { call, store, space, counts } = exchanging;
  await learnDecisions(exchanging);
  await moveOut(call, space, strays(exchanging));
  counts.waiting = [...store.remotes.agreed(space.id).values()].filter(({ state }) => state === "waiting").length;
  return { space: space.name, ...counts };
}

/** Somebody who only reads never registers a project by writing: working in one that the space knows is enough. */
function registerIfShared(call: CallContext, space: Space): void {
  const { project, store, clock } = call;
  if (project === undefined || store.registry.all().some(({ id }) => id === project.id)) return;
  const theirs = store.remotes.progress(space.id).projects.map(({ project: id, evidence }) => ({ id, ...evidence }));
  if (matchedProjects(theirs, [registered(project, isoTime(clock()))]).size > 0) ensureRegistered(call);
}

/** The name, the rules and this person's role may have changed. */
async function refreshSpace(exchanging: Exchange): Promise<void> {
  const { call, client, space, membership } = exchanging;
  const { spaces } = demandAnswer(heard(await client.spaces(), membership));
  const now = spaces.find(({ id }) => id === space.id);
  if (now === undefined) throw over(membership, "You are no longer a member of this space.");
  const next: Space = { ...space, name: screenName(now.name), review: now.review, role: now.role };
  if (JSON.stringify(next) !== JSON.stringify(space)) writeSpace(call.home, next);
  exchanging.space = next;
}

/** A project that became known here: its records are fetched again from the beginning. */
function findProjects(exchanging: Exchange): void {
  const known = exchanging.store.remotes.progress(exchanging.space.id).projects;
  const found = localProjects(exchanging, known);
  if (known.every(({ project, local }) => found.get(project) === local)) return;
  restart(exchanging, { projects: known.map((one) => ({ ...one, local: found.get(one.project) })) });
}

type Named = { readonly project: ProjectId; readonly evidence: ProjectEvidence };

function localProjects({ store, space }: Exchange, theirs: readonly Named[]): ReadonlyMap<ProjectId, ProjectId> {
  const known = store.registry.all();
  // Once matched, a project stays: a fork that is opened later does not take its records.
  const before = store.remotes
    .progress(space.id)
    .projects.flatMap(({ project, local }) =>
      local !== undefined && known.some(({ id }) => id === local) ? [[project, local] as const] : [],
    );
  const named = theirs.map(({ project: id, evidence }) => ({ id, ...evidence }));
  return new Map([...matchedProjects(named, known), ...before]);
}

/** Keeps what the space says of its projects. One that became known here meanwhile waits for the next exchange, which fetches again. */
function learnProjects(exchanging: Exchange, theirs: readonly Named[]): ReadonlyMap<ProjectId, ProjectId> {
  const { store, space } = exchanging;
  const found = localProjects(exchanging, theirs);
  const projects = new Map(store.remotes.progress(space.id).projects.map((one) => [one.project, one]));
  for (const { project, evidence } of theirs) {
    const before = projects.get(project);
    projects.set(project, { project, evidence, local: before === undefined ? found.get(project) : before.local });
  }
  if (theirs.length > 0) store.remotes.advance(space.id, { projects: [...projects.values()] });
  return found;
}

/** What is agreed on already is recognised by its version. */
function restart({ store, space }: Exchange, also: Partial<RemoteProgress> = {}): void {
  store.remotes.advance(space.id, { ...also, cursor: "" });
  for (const { id, change } of changesHere(store, space)) {
    const known = store.remotes.agreedOn(space.id, id);
    if (change !== "altered" || known === undefined) continue;
    const { version: _, ...left } = known;
    store.remotes.agree(space.id, left);
  }
}

async function* fetchChanges(exchanging: Exchange): AsyncGenerator<ArrivingChange, void, ArrivalOutcome> {
  const { store, space, client, call, membership, counts } = exchanging;
  if (changesHere(store, space).some(({ change }) => change === "altered")) restart(exchanging);
  const seen = new Set<string>();
  const provenance = provenanceIn(store, space);
  let isReset = false;
  for (let more = true; more; ) {
    const answered = heard(await client.changes(space.id, store.remotes.progress(space.id).cursor), membership);
    // Whoever may not read is no member.
    if (answered.outcome === "refused" && answered.code === "forbidden") throw over(membership, answered.reason);
    const answer = demandAnswer(answered);
    isReset ||= answer.reset;
    const named = answer.projects.map(({ id: project, ...evidence }) => ({ project, evidence }));
    const deciding = { store, space, projects: learnProjects(exchanging, named), provenance, counts };
    let isOpen = false;
    for (const change of answer.changes) {
      seen.add(change.id);
      if ((yield* spaceArrival(change, deciding)) === "open") isOpen = true;
      call.env.at("change of a space applied");
    }
    // The next exchange gets this page again; what was applied is recognised by its version.
    if (isOpen) return;
    store.remotes.advance(space.id, { cursor: answer.cursor });
    more = answer.more;
  }
  if (isReset) sendAgain(exchanging, seen);
}

/** The server was restored from a backup that is older than what it had acknowledged: this person's records go there again. */
function sendAgain({ store, space }: Exchange, seen: ReadonlySet<string>): void {
  for (const known of store.remotes.agreed(space.id).values()) {
    if (seen.has(known.record) || known.state !== "here") continue;
    const isNew = { record: known.record, revision: 0, state: "here" } as const;
    // Without what was agreed on, it counts as new; those of others are sent by their own machines.
    if (changeSince(store, known.record, { known: isNew, sha: known.sha }).change === "put")
      store.remotes.agree(space.id, isNew);
  }
}

/** Files in the space's folders that neither the space nor any command put there; under the lock, since a command may be at work. */
function strays({ store, space }: Exchange): readonly RecordId[] {
  return store.state.write(() =>
    changesHere(store, space).flatMap(({ id, change }) => {
      if (change !== "altered") return [];
      store.remotes.agree(space.id, { record: id, revision: store.remotes.lastRevision(), state: "gone" });
      return versionHere(store, id) === undefined ? [] : [id];
    }),
  );
}
