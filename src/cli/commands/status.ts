/** The status screen (this project in five lines, then the one thing that deserves attention), and `stats`. */
import type { Env } from "../../context/environment.ts";
import { isoTime } from "../../core/base/clock.ts";
import { kindOf, SCOPES } from "../../core/record/record.ts";
import { count, listOf } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import { countRecords } from "../../verbs/maintenance/count-records.ts";
import type { EmbedderState } from "../../verbs/maintenance/embedder-verbs.ts";
import type { RecordView } from "../../verbs/records/record-view.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { FIRST_STEPS } from "../help/help-text.ts";
import { actionText, commandLine } from "../output/elsewhere.ts";
import { ago, labelledLines } from "../output/format.ts";
import { recordJson } from "../output/json.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { defined } from "../parse/values.ts";
import { newestFirst } from "./records.ts";
import { inHome } from "./setup-text.ts";
import { proposedText } from "./team.ts";

const NEWEST = 3;
/** How many of the most useful pending suggestions a program gets. */
const FOUND = 3;

export async function status({ io, isJson }: Call, memory: AnyMemory): Promise<Answer> {
  const all = await memory.list({ status: "all" });
  const active = newestFirst(all).filter((record) => record.status === "active");
  const newest = active.slice(0, NEWEST);
  const project = projectOf(memory);
  const suggestions = await countSuggestions(memory);
  const found = "suggestions" in memory ? await memory.suggestions("pending", { limit: FOUND }) : [];
  const signals = [
    ...signalsOf(memory, active),
    ...(await editSignals(memory)),
    ...(await teamSignals(memory, { isShown: !isJson })),
    ...("silentAgents" in memory ? await memory.silentAgents() : []),
  ];
  const { here, everywhere } = "activity" in memory ? await memory.activity() : NO_ACTIVITY;
  const finding =
    "findings" in memory ? (await memory.findings({ limit: 1, everywhere: false, toDo: true }))[0] : undefined;
  const request = found.find(({ by }) => by !== "oldhand");
  const asked = request && {
    text: `${request.label} (asked by ${request.by})`,
    action: "Decide",
    command: ["suggestions", "show", request.id],
  };
  const deserving = asked ?? finding;
  const attention = signals[0] === undefined ? deserving : { text: signals[0] };
  const json = {
    ...{ project, records: countRecords(all), suggestions, found, newest: newest.map(recordJson), signals },
    activity: { here: here && withTime(here), everywhere: everywhere && withTime(everywhere) },
    attention: attention ?? null,
  };
  const nowMs = io.env.clock();
  const rows: Readonly<Record<string, readonly string[]>> = {
    Project:
      project === null
        ? ["none in this directory"]
        : [`${project.name}${project.shared ? ", shared" : ""}, ${inHome(project.root, io.env)}`],
    Records: [recordLine(all)],
    Activity: [activityLine(here, everywhere, nowMs)],
    Pending: [pendingLine(suggestions)],
    Health: [healthLine(signals)],
  };
  const { commands, sessions } = everywhere ?? here ?? { commands: 0, sessions: 0 };
  const isNew = active.length === 0 && commands + sessions === 0;
  const text = (style: Style): string => {
    const labelled = Object.entries(rows).flatMap(([label, lines]) => labelledLines(label, lines, style));
    const steps = [style.bold("First steps"), ...FIRST_STEPS.map((step) => `  ${step}`)];
    const further = isNew ? steps : attentionLines({ signals, deserving, newest: newest[0], env: io.env }, style);
    return [...labelled, ...(further.length === 0 ? [] : ["", ...further])].join("\n");
  };
  return { json, text };
}

const NO_ACTIVITY: Awaited<ReturnType<Memory["activity"]>> = {};

type Activity = NonNullable<Awaited<ReturnType<Memory["activity"]>>["here"]>;

function withTime<T extends Activity>({ lastMs, ...counts }: T) {
  return { ...counts, ...(lastMs !== undefined && { lastAt: isoTime(lastMs) }) };
}

function activityLine(
  here: Activity | undefined,
  everywhere: (Activity & { readonly projects: number }) | undefined,
  nowMs: number,
): string {
  const counts = ({ commands, sessions }: Activity): string =>
    `${count(commands, "command")}, ${count(sessions, "agent session")}`;
  const last = ({ lastMs }: Activity): string => (lastMs === undefined ? "" : `, last ${ago(isoTime(lastMs), nowMs)}`);
  const wide = everywhere && `${counts(everywhere)} in ${count(everywhere.projects, "project")}`;
  if (here === undefined) return wide === undefined ? "not known here" : `${wide}${last(everywhere!)}`;
  const elsewhere = wide === undefined || everywhere!.projects < 2 ? "" : ` (everywhere: ${wide})`;
  return `${counts(here)}${last(here)}${elsewhere}`;
}

function healthLine(signals: readonly string[]): string {
  if (signals.length === 0) return "no problems found; `oldhand doctor` checks more";
  return signals.length === 1 ? "1 thing to look at" : `${signals.length} things to look at`;
}

type Attention = {
  readonly signals: readonly string[];
  readonly deserving: Pick<Awaited<ReturnType<Memory["findings"]>>[number], "text" | "action" | "command"> | undefined;
  readonly newest: RecordView | undefined;
  readonly env: Pick<Env, "home" | "clock">;
};

/** Problems first; else what somebody asks for; else the most useful finding; else what was learned last. */
function attentionLines({ signals, deserving, newest, env }: Attention, style: Style): string[] {
  const title = style.bold("Look at this");
  if (signals.length > 0) return [title, ...signals.map((signal) => style.wrap(`  ${oneLine(signal)}`, "  "))];
  if (deserving !== undefined) {
    const command = `oldhand ${commandLine(deserving.command, env)}`;
    return [
      title,
      style.wrap(`  ${oneLine(deserving.text)}`, "  "),
      actionText({ action: deserving.action, command, indent: "  " }, style),
    ];
  }
  if (newest === undefined) return [];
  const facts = style.dim(`${kindOf(newest)}, ${ago(newest.updatedAt, env.clock())}`);
  return [
    style.bold("Newest"),
    style.wrap(`  ${newest.id} ${facts}`, "    "),
    style.wrap(`    ${oneLine(newest.text)}`, "    "),
  ];
}

function projectOf(memory: AnyMemory) {
  if (memory.project === undefined) return null;
  const { id, name, root, known } = memory.project;
  return { id, name, root, known, shared: "projects" in memory && memory.projects.show().shared };
}

/** Only checks that cost nothing; `doctor` runs all of them. */
function signalsOf(memory: AnyMemory, active: readonly RecordView[]): string[] {
  const unknown = memory.unknownKeys();
  const unaccepted = active.filter(({ trust, accepted }) => trust === "repo" && accepted === false).length;
  const changed = "changedFiles" in memory ? memory.changedFiles().length : 0;
  return [
    ...("add" in memory ? [] : ["The memory is read-only here."]),
    ...("hasSample" in memory && memory.hasSample()
      ? ["Sample data is installed. Remove it with: oldhand sample remove"]
      : []),
    ...(unknown.length > 0 ? [`config.yml has unknown settings: ${listOf(unknown)}.`] : []),
    ...(changed > 0 ? [`${count(changed, "record file")} changed outside oldhand: oldhand record confirm`] : []),
    ...(unaccepted > 0
      ? [`This repository has ${count(unaccepted, "record")} that you have not accepted: oldhand project join`]
      : []),
  ];
}

/** `isShown`: to a person, who is told about a rejection once. */
async function teamSignals(memory: AnyMemory, { isShown }: { readonly isShown: boolean }): Promise<string[]> {
  if (!("team" in memory)) return [];
  const spaces = await memory.team.spaces();
  const hasNews = spaces.some(({ proposals }) => proposals.some(({ isNews }) => isNews));
  if (hasNews && isShown) await memory.team.seenRejections(spaces);
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

type OwnProposal = Awaited<ReturnType<Memory["team"]["space"]>>["proposals"][number];

/** One in full, several by their number. */
function rejectionSignals(space: string, news: readonly OwnProposal[]): string[] {
  const [first] = news;
  if (first === undefined) return [];
  const what = `${count(news.length, "proposal")} rejected in the space ${space}`;
  if (news.length > 1) return [`${what}: oldhand team proposals`];
  return [`${what}: ${proposedText(first)}. ${first.reason ?? ""} See \`oldhand team proposals\`.`];
}

async function editSignals(memory: AnyMemory): Promise<string[]> {
  const edits = "manualEdits" in memory ? (await memory.manualEdits()).length : 0;
  return edits === 0
    ? []
    : [`${count(edits, "change")} in MEMORY.md that oldhand did not write: oldhand record confirm`];
}

function pendingLine(suggestions: SuggestionCounts | null): string {
  if (suggestions === null) return "cannot be read here";
  const { pending } = suggestions;
  return pending === 0 ? "no suggestions" : `${count(pending, "suggestion")}: oldhand suggestions`;
}

function recordLine(all: readonly RecordView[]): string {
  const { archived } = countRecords(all);
  const scopes = SCOPES.flatMap((scope) => {
    const { byType } = countRecords(all.filter((record) => record.scope === scope));
    const counts = Object.entries(byType).map(([type, n]) => typeCount(type, n));
    return counts.length === 0 ? [] : [`${scope}: ${counts.join(", ")}`];
  });
  return [...scopes, ...(archived > 0 ? [`${archived} archived`] : [])].join("; ") || "none yet";
}

type SuggestionCounts = { readonly pending: number; readonly accepted: number; readonly dismissed: number };

export async function stats({ scope }: Call, memory: AnyMemory): Promise<Answer> {
  const all = await memory.list({ status: "all", ...defined({ scopes: scope && [scope] }) });
  const records = countRecords(all);
  const suggestions = await countSuggestions(memory);
  const workflows = records.byType.workflow ?? 0;
  const { events, sessions } = "commandCounts" in memory ? memory.commandCounts() : { events: 0, sessions: 0 };
  const { onDisk, imported, expired, episodes } =
    "sessionCounts" in memory ? await memory.sessionCounts() : { onDisk: 0, imported: 0, expired: 0, episodes: 0 };
  const embedder = "embedderState" in memory ? await memory.embedderState() : undefined;
  const spaces = "team" in memory ? await memory.team.spaces() : [];
  const json = {
    records,
    events,
    sessions: { onDisk, imported, skipped: Math.max(0, onDisk - imported), expired },
    suggestions,
    episodes,
    workflows,
    ...(embedder !== undefined && { embedder }),
    ...(spaces.length > 0 && {
      spaces: spaces.map(({ name, records: there, toSend, waiting }) => ({ name, records: there, toSend, waiting })),
    }),
    ...("work" in memory ? memory.work() : { jobs: [], spending: [] }),
  };
  const text = (): string => {
    const types = Object.entries(records.byType).map(([type, n]) => `  ${typeCount(type, n)}`);
    const { global, project } = records.byScope;
    return [
      `${count(global + project, "active record")}: ${project} in this project, ${global} global`,
      ...types,
      count(records.archived, "archived record"),
      `${count(records.tokens, "token")} in records`,
      `${count(events, "command")} from ${count(sessions, "session")}`,
      `${count(imported, "agent session")} imported, ${onDisk} on disk${expired === 0 ? "" : `, ${expired} expired`}`,
      count(episodes, "episode"),
      ...(embedder === undefined ? [] : [embedderText(embedder)]),
      ...(suggestions === null ? [] : [count(suggestions.pending, "pending suggestion")]),
      ...spaces.map(
        ({ name, records: there, toSend }) =>
          `${count(there, "record")} in the space ${printable(name)}${toSend > 0 ? `, ${count(toSend, "change")} to send` : ""}`,
      ),
    ].join("\n");
  };
  return { json, text };
}

function embedderText({ setting, embedded, wanted, fault }: EmbedderState): string {
  if (fault !== undefined) return `Recall searches words alone: ${fault}`;
  return setting === "none"
    ? "Recall searches words alone"
    : `Recall searches words and meaning (${setting}): ${embedded} of ${count(wanted, "text")} embedded`;
}

/** "1 policy", "2 policies" */
function typeCount(type: string, n: number): string {
  if (type === "policy") return count(n, type, "policies");
  return type === "architecture" ? `${n} ${type}` : count(n, type);
}

/** Null if they cannot be read, which is not the same as none. */
async function countSuggestions(memory: AnyMemory): Promise<SuggestionCounts | null> {
  return "suggestions" in memory ? memory.suggestionCounts() : null;
}
