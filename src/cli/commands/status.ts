/** The status screen, and `stats`: this project, its records, pending suggestions, problems, and counts of everything stored. */
import { kindOf, SCOPES } from "../../core/record/record.ts";
import { count, listOf } from "../../core/text/wording.ts";
import { countRecords } from "../../verbs/maintenance/count-records.ts";
import type { RecordView } from "../../verbs/records/record-view.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { FIRST_STEPS } from "../help/help-text.ts";
import { ago, labelledLines, percent } from "../output/format.ts";
import { recordJson } from "../output/json.ts";
import { oneLine, type Style } from "../output/style.ts";
import { defined } from "../parse/values.ts";
import { newestFirst } from "./records.ts";

const NEWEST = 3;
/** How many of the most useful pending suggestions are shown. */
const FOUND = 3;

export async function status({ io }: Call, memory: AnyMemory): Promise<Answer> {
  const all = await memory.list({ status: "all" });
  const active = newestFirst(all).filter((record) => record.status === "active");
  const newest = active.slice(0, NEWEST);
  const project = projectOf(memory);
  const suggestions = await countSuggestions(memory);
  const found = "suggestions" in memory ? await memory.suggestions("pending", { limit: FOUND }) : [];
  const signals = [...signalsOf(memory, active), ...("silentAgents" in memory ? await memory.silentAgents() : [])];
  const json = { project, records: countRecords(all), suggestions, found, newest: newest.map(recordJson), signals };
  const rows: Readonly<Record<string, readonly string[]>> = {
    Project:
      project === null
        ? ["none in this directory"]
        : [`${project.name}${project.shared ? ", shared" : ""}`, project.root],
    Records: recordLines(all),
    Pending: [
      pendingLine(suggestions),
      ...found.map(({ label, act, by, confidence }) => {
        const note = act === "keep" ? `${percent(confidence)} confidence` : `asked by ${by}`;
        return `${oneLine(label)} (${note})`;
      }),
    ],
    Health: signals.length === 0 ? ["no problems found; `oldhand doctor` checks more"] : signals,
  };
  const text = (style: Style): string => {
    const labelled = Object.entries(rows).flatMap(([label, lines]) => labelledLines(label, lines, style));
    const latest = newest.flatMap((record) => {
      const facts = style.dim(`${kindOf(record)}, ${ago(record.updatedAt, io.env.clock())}`);
      return [style.wrap(`  ${record.id} ${facts}`, "    "), style.wrap(`    ${oneLine(record.text)}`, "    ")];
    });
    const further =
      newest.length === 0
        ? [style.bold("First steps"), ...FIRST_STEPS.map((step) => `  ${step}`)]
        : [style.bold("Newest"), ...latest];
    return [...labelled, "", ...further].join("\n");
  };
  return { json, text };
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

function pendingLine(suggestions: SuggestionCounts | null): string {
  if (suggestions === null) return "cannot be read here";
  const { pending } = suggestions;
  return pending === 0 ? "no suggestions" : `${count(pending, "suggestion")}: oldhand suggestions`;
}

function recordLines(all: readonly RecordView[]): string[] {
  const { archived } = countRecords(all);
  const lines = SCOPES.flatMap((scope) => {
    const { byType } = countRecords(all.filter((record) => record.scope === scope));
    const counts = Object.entries(byType).map(([type, n]) => typeCount(type, n));
    return counts.length === 0 ? [] : [`${scope}: ${counts.join(", ")}`];
  });
  const shownLines = [...lines, ...(archived > 0 ? [`${archived} archived`] : [])];
  return shownLines.length === 0 ? ["none yet"] : shownLines;
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
  const json = {
    records,
    events,
    sessions: { onDisk, imported, skipped: Math.max(0, onDisk - imported), expired },
    suggestions,
    episodes,
    workflows,
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
      ...(suggestions === null ? [] : [count(suggestions.pending, "pending suggestion")]),
    ].join("\n");
  };
  return { json, text };
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
