/** Adds and removes the sample data: a separate project, marked in every part. */

import { DAY_MS, isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { derivedId } from "../../core/base/id.ts";
import type { PlacedEvent } from "../../core/event/event.ts";
import { statusOf } from "../../core/event/event.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { sessionId } from "../../core/session/session.ts";
import { extractSession } from "../../learn/session/extract-session.ts";
import { sessionTurns } from "../../learn/session/session-turns.ts";
import { dropProject, removeSampleTree, writeSampleTree } from "../../store/artifacts/sample-project.ts";
import { getMeta, setMeta } from "../../store/databases/database.ts";
import { predictionTables } from "../../store/spool/prediction-tables.ts";
import type { CallContext } from "../call/call-context.ts";
import { indexOne } from "../call/index-text.ts";
import { inProjectOf } from "../call/open-for-writing.ts";
import { learnHabits, unlearnHabits } from "../history/count-habits.ts";
import { pitfallOf } from "../learning/admit-pitfalls.ts";
import { recordVerbs } from "../record/kept/record-verbs.ts";
import { isSample, SAMPLE, SAMPLE_PROJECT } from "./sample-mark.ts";
import {
  AGENT_SESSION,
  AGENT_SESSION_TITLE,
  EPISODE,
  PROPOSED,
  RECORDS,
  SAMPLE_NAME,
  SAMPLE_TICKET,
  SAMPLE_WORKFLOW,
  type SampleRun,
  SHELL_SESSIONS,
  TREE_BEFORE,
  TREE_NOW,
} from "./sample-story.ts";

type SampleAdded = {
  readonly outcome: "added" | "there";
  readonly project: ProjectId;
  /** The directory of the sample project. */
  readonly root: string;
};
type SampleRemoved = { readonly outcome: "removed" | "none" };

/** Raised when the sample data changes, so that older data is replaced. */
const VERSION = "2";
const COMPLETE = `${SAMPLE} ${SAMPLE_PROJECT}`;

export async function addSample(call: CallContext): Promise<SampleAdded> {
  const { store, clock } = call;
  const isComplete = isSample(store) && getMeta(store.state, COMPLETE) === VERSION;
  // Data from an older version or an interrupted call is replaced.
  if (!isComplete) await removeSample(call);
  const root = writeSampleTree(store.home, SAMPLE_NAME, isComplete ? TREE_NOW : TREE_BEFORE);
  const place = { project: SAMPLE_PROJECT, root };
  if (isComplete) return { outcome: "there", ...place };
  store.registry.put({
    ...{ id: SAMPLE_PROJECT, name: SAMPLE_NAME, paths: [root] },
    ...{ rootCommits: [], remotes: [], commonDirs: [], createdAt: isoTime(clock()) },
  });
  await addCommands(call, root);
  const turns = await addSession(call, root);
  await inProjectOf(call, SAMPLE_PROJECT, async (there) => {
    if (there.project?.id !== SAMPLE_PROJECT)
      throw new OldhandError(
        "invalid",
        `Sample data needs a separate project, but ${root} is inside another one. Set OLDHAND_HOME to a directory outside of it.`,
      );
    await addRecords(there, turns);
    addTicketAndEpisode(there);
  });
  writeSampleTree(store.home, SAMPLE_NAME, TREE_NOW);
  learnHabits(store);
  setMeta(store.state, COMPLETE, VERSION);
  return { outcome: "added", ...place };
}

/** Also deletes what the person added to the sample project; only hashes are left. */
export async function removeSample({ store }: CallContext): Promise<SampleRemoved> {
  removeSampleTree(store.home);
  if (!isSample(store)) return { outcome: "none" };
  const events = await store.events.recent({ project: SAMPLE_PROJECT, limit: Number.MAX_SAFE_INTEGER });
  unlearnHabits(
    store,
    events.map(({ id }) => id),
  );
  dropProject(store, SAMPLE_PROJECT);
  // They may contain the sample's commands; the next command writes those of other projects again.
  predictionTables(store.home).clear();
  return { outcome: "removed" };
}

/** Days ago, so that it shows up among recent entries. */
const FIRST_DAY = 6;
const SESSION_DAY = 2;
const STEP_MS = 90_000;

async function addCommands({ store, clock }: CallContext, root: string): Promise<void> {
  const events = SHELL_SESSIONS.flatMap((session, day) =>
    session.map((one, at) =>
      eventOf(one, {
        session: derivedId("ses", `${SAMPLE} shell ${day}`),
        ...{ root, actor: "person", shell: "zsh" },
        startMs: clock() - (FIRST_DAY - day) * DAY_MS + at * STEP_MS,
      }),
    ),
  );
  await store.events.append(events);
  learnHabits(store);
}

type Circumstances = Pick<PlacedEvent, "session" | "actor" | "shell"> & {
  readonly root: string;
  readonly startMs: number;
};

function eventOf({ command, exitCode }: SampleRun, { root, ...circumstances }: Circumstances): PlacedEvent {
  return {
    ...circumstances,
    source: SAMPLE,
    command: screen(command).text,
    cwd: root,
    durationMs: 4000,
    exitCode,
    status: statusOf(exitCode),
    project: SAMPLE_PROJECT,
  };
}

/** The session's turns as extraction reads them. */
async function addSession({ store, clock }: CallContext, root: string) {
  const startedMs = clock() - SESSION_DAY * DAY_MS;
  const id = sessionId("claude-code", SAMPLE);
  const times = AGENT_SESSION.map((turn, at) => ({ turn, atMs: startedMs + at * STEP_MS, place: at }));
  const turns = times.flatMap(({ turn, atMs, place }) =>
    "ran" in turn
      ? []
      : [
          {
            ...{ session: id, role: turn.role, text: screen(turn.text).text, atMs, files: [], ord: 0 },
            span: { from: place, to: place + 1 },
          },
        ],
  );
  const commands = times.flatMap(({ turn, atMs }) =>
    "ran" in turn ? [eventOf(turn.ran, { session: id, actor: "agent", shell: "bash", root, startMs: atMs })] : [],
  );
  store.state.write(() => {
    store.sessions.put({
      ...{ id, agent: "claude-code", nativeId: SAMPLE, file: SAMPLE, cwd: root, project: SAMPLE_PROJECT },
      ...{ title: screen(AGENT_SESSION_TITLE).text, startedMs, endedMs: startedMs + AGENT_SESSION.length * STEP_MS },
    });
    store.sessions.putTurns(turns);
    indexOne(store, id);
    return store.events.appendNow(commands);
  });
  return sessionTurns(store.sessions.turnsOf(id), store.events.ofSession(id));
}

async function addRecords(there: CallContext, turns: ReturnType<typeof sessionTurns>): Promise<void> {
  const { add } = recordVerbs(there);
  const marks = { scope: "project", tags: [SAMPLE] } as const;
  const person = { origin: "told", trust: "person", source: SAMPLE } as const;
  for (const statement of RECORDS) await add({ ...statement, ...marks }, person);
  await add({ ...PROPOSED, ...marks }, { origin: "extracted", trust: "agent", source: SAMPLE });
  // By the same rules as for a real session, so that a later `learn` finds nothing new in it.
  const { candidates, cures } = extractSession(turns, { inProject: true });
  for (const { text, type, priority } of candidates)
    await add({ text, type, priority, ...marks }, { origin: "captured", trust: "person", source: SAMPLE });
  for (const cure of cures) {
    const seen = { ...cure, session: SAMPLE, atMs: cure.atMs ?? there.clock(), project: SAMPLE_PROJECT };
    const { statement, trust } = pitfallOf([seen]);
    await add({ ...statement, ...marks }, { origin: "extracted", trust, source: SAMPLE });
  }
  const { record } = await add({ ...SAMPLE_WORKFLOW, ...marks }, person);
  if (record !== undefined) addRuns(there, record.id);
}

function addRuns({ store, clock }: CallContext, workflow: string): void {
  const lines = ["npm run knead", "npm run taste", "npm run deliver -- --street 'Mill Lane'"];
  const run = (daysAgo: number, failsAt?: number) => {
    const startedMs = clock() - daysAgo * DAY_MS;
    const steps = lines.map((command, at) => {
      if (failsAt !== undefined && at > failsAt) return { command, status: "skipped" as const };
      return at === failsAt
        ? { command, status: "failure" as const, exitCode: 1 }
        : { command, status: "success" as const, exitCode: 0 };
    });
    const status = failsAt === undefined ? ("success" as const) : ("failure" as const);
    store.runs.put({ id: store.newId("run"), workflow, startedMs, finishedMs: startedMs + STEP_MS, status, steps });
  };
  run(4);
  run(3, 1);
  run(1);
}

function addTicketAndEpisode({ store, clock }: CallContext): void {
  const at = isoTime(clock() - DAY_MS);
  const ticket = {
    ...{ id: derivedId("tkt", SAMPLE), title: SAMPLE_TICKET.title, description: SAMPLE_TICKET.description },
    ...{ status: "doing", type: "task", priority: "high", notes: [{ at, text: SAMPLE_TICKET.note }] },
    ...{ project: SAMPLE_PROJECT, createdAt: at, updatedAt: at, source: SAMPLE },
  };
  const episode = {
    ...{ id: derivedId("epi", SAMPLE), text: EPISODE.text, outcome: EPISODE.outcome, tags: [SAMPLE] },
    ...{ atMs: clock() - DAY_MS, scope: "project" as const, project: SAMPLE_PROJECT, trust: "person" as const },
    ...{ session: derivedId("ses", `${SAMPLE} shell 0`), source: SAMPLE },
  };
  store.state.write(() => {
    store.tickets.put(ticket);
    store.episodes.put(episode);
    for (const { id } of [ticket, episode]) indexOne(store, id);
  });
}
