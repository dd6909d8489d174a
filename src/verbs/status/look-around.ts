/** What the status screen shows of a memory; of one that can only be read, what its files say. */
import { DAY_MS, isoTime } from "../../core/base/clock.ts";
import { idleReader } from "../../core/job/may-call-model.ts";
import { type RecordType, SCOPES } from "../../core/record/record.ts";
import { count, listOf } from "../../core/text/wording.ts";
import { type CallContext, fullContext, type OpenedToRead, type Settled } from "../call/call-context.ts";
import { settingVerbs } from "../config/setting-verbs.ts";
import type { VerbCall } from "../declare/verb.ts";
import type { Finding } from "../findings/finding.ts";
import { firstFindings } from "../findings/first-findings.ts";
import { activity } from "../project/project-counts.ts";
import { projectVerbs } from "../project/project-verbs.ts";
import { reading } from "../recalling/read-verbs.ts";
import { changedFileVerbs } from "../record/kept/changed-file-verbs.ts";
import type { RecordView } from "../record/kept/record-view.ts";
import { latestFirst } from "../record/list.ts";
import { isSample } from "../setup/sample-mark.ts";
import { suggestionVerbs } from "../suggestion/sources/suggestion-verbs.ts";
import type { SuggestionView } from "../suggestion/sources/suggestion-view.ts";
import { joinedSpaces } from "../team/space/joined-spaces.ts";
import { type OwnProposal, proposedText } from "../team/space-text.ts";
import { maintenanceVerbs } from "../upkeep/maintenance-verbs.ts";
import { countRecords } from "./count-records.ts";
import { typeCount } from "./counts.ts";

const NEWEST = 3;
/** How many of the most useful pending suggestions a program gets. */
const FOUND = 3;

type Known = {
  readonly suggestions: SuggestionCounts | null;
  readonly found: readonly SuggestionView[];
  readonly signals: readonly string[];
  readonly activity: {
    readonly here: Timed | undefined;
    readonly everywhere: (Timed & { readonly projects: number }) | undefined;
  };
  readonly finding: Finding | undefined;
  readonly shared: boolean;
  /** What models were asked since yesterday. */
  readonly spent: { readonly calls: number; readonly tokens: number };
};

type Timed = { readonly commands: number; readonly sessions: number; readonly lastAt?: string };

export async function lookAround({ context, settled, isForProgram }: VerbCall<"read">) {
  const all = await reading(context).list({ status: "all" });
  const active = latestFirst(all).filter((record) => record.status === "active");
  const full = fullContext(context);
  const known = full === undefined ? UNKNOWN : await lookEverywhere(full, settled, { isShown: !isForProgram });
  const { suggestions, found, shared, finding } = known;
  const request = found.find(({ by }) => by !== "oldhand");
  const asked = request && {
    text: `${request.label} (asked by ${request.by})`,
    action: "Decide",
    command: ["review", "show", request.id],
  };
  const signals = [...signalsOf(context, active), ...known.signals];
  const deserving = asked ?? finding;
  return {
    ...{ project: projectOf(context, shared), records: countRecords(all), suggestions, found },
    ...{ newest: active.slice(0, NEWEST), signals, activity: known.activity, spent: known.spent },
    attention: signals[0] === undefined ? (deserving ?? null) : { text: signals[0] },
    ...{ deserving, recordLine: recordLine(all), nowMs: context.clock() },
  };
}

/** Null is what cannot be known, which is not the same as none. */
const UNKNOWN: Known = {
  ...{ suggestions: null, found: [], shared: false, finding: undefined, spent: { calls: 0, tokens: 0 } },
  ...{ activity: { here: undefined, everywhere: undefined }, signals: ["The memory is read-only here."] },
};

type SuggestionCounts = { readonly pending: number; readonly accepted: number; readonly dismissed: number };

async function lookEverywhere(
  call: CallContext,
  settled: Settled,
  { isShown }: { readonly isShown: boolean },
): Promise<Known> {
  const suggesting = suggestionVerbs(call);
  const suggestions = await suggesting.suggestionCounts();
  const found = await suggesting.suggestions("pending", { limit: FOUND });
  const signals = [
    ...(await homeSignals(call)),
    ...(await teamSignals(call, { isShown })),
    ...(await maintenanceVerbs(call, settled).silentAgents()),
  ];
  const { here, everywhere } = activity(call);
  const [finding] = await firstFindings(call, { limit: 1, everywhere: false, toDo: true });
  const shared = call.place.project !== undefined && projectVerbs(call).show().shared;
  const seen = { here: here && withTime(here), everywhere: everywhere && withTime(everywhere) };
  return { suggestions, found, signals, activity: seen, finding, shared, spent: spentSinceYesterday(call) };
}

function spentSinceYesterday({ store, clock }: CallContext): Known["spent"] {
  const days = store.spending.since(isoTime(clock() - DAY_MS).slice(0, 10));
  return {
    calls: days.reduce((sum, { calls }) => sum + calls, 0),
    tokens: days.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
  };
}

type Activity = NonNullable<ReturnType<typeof activity>["here"]>;

function withTime<T extends Activity>({ lastMs, ...counts }: T) {
  return { ...counts, ...(lastMs !== undefined && { lastAt: isoTime(lastMs) }) };
}

function projectOf({ project }: OpenedToRead, shared: boolean) {
  if (project === undefined) return null;
  const { id, name, root, known } = project;
  return { id, name, root, known, shared };
}

/** Only checks that cost nothing; `doctor` runs all of them. */
function signalsOf(context: OpenedToRead, active: readonly RecordView[]): string[] {
  const unknown = settingVerbs(context).unknownKeys();
  const unaccepted = active.filter(({ trust, accepted }) => trust === "repo" && accepted === false).length;
  const idle = idleReader(context.config);
  return [
    ...(idle === undefined ? [] : [`${idle.why}: ${idle.command}`]),
    ...(unknown.length > 0 ? [`config.yml has unknown settings: ${listOf(unknown)}.`] : []),
    ...(unaccepted > 0
      ? [`This repository has ${count(unaccepted, "record")} that you have not accepted: oldhand project join`]
      : []),
  ];
}

async function homeSignals(call: CallContext): Promise<string[]> {
  const files = changedFileVerbs(call);
  const changed = files.changedFiles().length;
  const edits = (await files.manualEdits()).length;
  return [
    ...(isSample(call.store) ? ["Sample data is installed. Remove it with: oldhand sample remove"] : []),
    ...(changed > 0 ? [`${count(changed, "record file")} changed outside oldhand: oldhand record confirm`] : []),
    ...(edits > 0 ? [`${count(edits, "change")} in MEMORY.md that oldhand did not write: oldhand record confirm`] : []),
  ];
}

/** `isShown`: to a person, who is told about a rejection once. */
async function teamSignals(call: CallContext, { isShown }: { readonly isShown: boolean }): Promise<string[]> {
  const spaces = await joinedSpaces(call);
  const hasNews = spaces.some(({ proposals }) => proposals.some(({ isNews }) => isNews));
  if (hasNews && isShown) (await import("../team/space/spaces-here.ts")).seenRejections(call, spaces);
  return spaces.flatMap(({ name, accepted, records, toSend, refused, proposals }) => [
    ...rejectionSignals(
      name,
      proposals.filter(({ isNews }) => isNews),
    ),
    ...(!accepted && records > 0
      ? [`The space ${name} has ${count(records, "record")} that you have not accepted: oldhand team accept ${name}`]
      : []),
    ...(refused.length > 0 ? [`${count(refused.length, "change")} not taken by the space ${name}: oldhand team`] : []),
    ...(toSend > 0 ? [`${count(toSend, "change")} to send to the space ${name}: oldhand sync`] : []),
  ]);
}

/** One in full, several by their number. */
function rejectionSignals(space: string, news: readonly OwnProposal[]): string[] {
  const [first] = news;
  if (first === undefined) return [];
  const what = `${count(news.length, "proposal")} rejected in the space ${space}`;
  if (news.length > 1) return [`${what}: oldhand team proposals`];
  return [`${what}: ${proposedText(first)}. ${first.reason ?? ""} See \`oldhand team proposals\`.`];
}

function recordLine(all: readonly RecordView[]): string {
  const { archived } = countRecords(all);
  const scopes = SCOPES.flatMap((scope) => {
    const { byType } = countRecords(all.filter((record) => record.scope === scope));
    const counts = Object.entries(byType).map(([type, n]) => typeCount(type as RecordType, n));
    return counts.length === 0 ? [] : [`${scope}: ${counts.join(", ")}`];
  });
  return [...scopes, ...(archived > 0 ? [`${archived} archived`] : [])].join("; ") || "none yet";
}
