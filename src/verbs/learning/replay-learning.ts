/** Runs today's rules over all stored sessions in a copy of the memory, and compares the result with what is kept. */
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { CallContext } from "../../context/call-context.ts";
import type { Env } from "../../context/environment.ts";
import { inAllProjects, openForWriting } from "../../context/open-for-writing.ts";
import type { Kept } from "../../core/ports.ts";
import { type MemoryRecord, sessionOfSource } from "../../core/record/record.ts";
import { normalised } from "../../core/text/words.ts";
import { homeFrom } from "../../store/local/files/home.ts";
import { dropLearned, withScratchHome } from "../../store/local/transfer/scratch-home.ts";
import { readSessions } from "./read-sessions.ts";

export type LearningReplay = {
  /** Sessions that were read again. */
  readonly sessions: number;
  /** Sessions whose text is deleted: what was learned from them is not compared. */
  readonly withoutText: number;
  readonly unchanged: number;
  readonly new: readonly ReplayedRecord[];
  readonly gone: readonly ReplayedRecord[];
  readonly changed: readonly { readonly before: ReplayedRecord; readonly after: ReplayedRecord }[];
};

export type ReplayedRecord = Pick<
  MemoryRecord,
  "id" | "type" | "scope" | "project" | "text" | "status" | "source" | "quote"
>;

/** The memory itself is only read. */
export function replayInScratch(env: Env): Promise<LearningReplay> {
  return withScratchHome(homeFrom(env), async (path) => {
    const call = await openForWriting({ ...env, oldhandHome: path, isScratch: true }, { isQuick: true });
    try {
      await call.store.refresh("sweep");
      return await replayLearning(call);
    } finally {
      call.store.close();
    }
  });
}

/** `scratch` is a copy of the memory: records and rows in it are removed and made again. */
async function replayLearning(scratch: CallContext): Promise<LearningReplay> {
  const { store } = scratch;
  const sessions = store.sessions.list({ limit: Number.MAX_SAFE_INTEGER });
  const withText = new Set(sessions.filter(({ id }) => store.sessions.turnsOf(id).length > 0).map(({ id }) => id));
  const nominated = new Set(
    store.ledger.all().flatMap(({ rule, taken, text }) => (rule === "reader" && taken ? [normalised(text)] : [])),
  );
  const isLearned = (record: MemoryRecord): boolean =>
    withText.has(sessionOfSource(record.source) ?? "") && !isNominated(record, nominated);
  const before = (await ownRecords(scratch)).filter(({ record }) => isLearned(record));
  dropLearned(
    store.state,
    before.map(({ file }) => file),
  );
  await store.refresh("sweep");
  const read = await readAll(withoutLimits(scratch));
  const after = (await ownRecords(scratch)).filter(({ record }) => isLearned(record));
  // Agents do not see other projects.
  const isSeen = ({ record }: Kept): boolean =>
    scratch.everywhere?.refusal() === undefined || record.scope === "global" || record.project === scratch.project?.id;
  return {
    ...{ sessions: read, withoutText: sessions.length - withText.size },
    ...compared(
      before.filter(isSeen).map(({ record }) => record),
      after.filter(isSeen).map(({ record }) => record),
    ),
  };
}

/** Also those of other projects. */
async function ownRecords(call: CallContext): Promise<readonly Kept[]> {
  return inAllProjects(call, (store) => store.search.where({}));
}

/** Rules cannot find again what an agent or a model nominated. */
function isNominated({ reading, text }: MemoryRecord, nominated: ReadonlySet<string>): boolean {
  return reading !== undefined || nominated.has(normalised(text));
}

const BATCH = 5;

/** In batches, so that a signal is heard in between. */
async function readAll(call: CallContext): Promise<number> {
  for (let read = 0; ; ) {
    const { sessions, failed } = await readSessions(call, { rulesOnly: true, sinceMs: 0, most: BATCH });
    if (sessions + failed === 0) return read;
    read += sessions;
    await yieldToOthers();
  }
}

function withoutLimits(call: CallContext): CallContext {
  const limits = { "memories.maxRolloutsPerStartup": Number.MAX_SAFE_INTEGER, "memories.minRolloutIdleHours": 0 };
  return { ...call, config: { ...call.config, ...limits } };
}

/** Equal ones first; then those that rest on the same words, or have the same key in the same session. */
export function compared(
  before: readonly MemoryRecord[],
  after: readonly MemoryRecord[],
): Pick<LearningReplay, "unchanged" | "new" | "gone" | "changed"> {
  const [gone, made] = [new Set(before), new Set(after)];
  const pairs: [MemoryRecord, MemoryRecord][] = [];
  for (const nameOf of [wholeName, quoteName, keyName])
    for (const record of gone) {
      const match = [...made].find((one) => nameOf(one) === nameOf(record));
      if (match === undefined) continue;
      pairs.push([record, match]);
      gone.delete(record);
      made.delete(match);
    }
  const changed = pairs.filter(([a, b]) => wholeName(a) !== wholeName(b));
  return {
    unchanged: pairs.length - changed.length,
    new: [...made].map(shown),
    gone: [...gone].map(shown),
    changed: changed.map(([a, b]) => ({ before: shown(a), after: shown(b) })),
  };
}

const placeOf = ({ scope, project = "" }: MemoryRecord): string => (scope === "global" ? "global" : project);
const isReplaced = ({ status }: MemoryRecord): boolean => status === "superseded";

/** A person may have archived it: that is no difference of the rules. */
const wholeName = (record: MemoryRecord): string =>
  [placeOf(record), record.type, normalised(record.text), isReplaced(record)].join("\n");
const quoteName = ({ quote, source, id }: MemoryRecord): string =>
  quote === undefined ? id : [sessionOfSource(source), normalised(quote)].join("\n");
const keyName = (record: MemoryRecord): string =>
  [placeOf(record), sessionOfSource(record.source), record.key].join("\n");

function shown({ id, type, scope, project, text, status, source, quote }: MemoryRecord): ReplayedRecord {
  return {
    ...{ id, type, scope, text, status, source },
    ...(project !== undefined && { project }),
    ...(quote !== undefined && { quote }),
  };
}
