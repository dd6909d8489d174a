/** The status screen: this project, what is known, what waits, and what to do next. */
import { kindOf, SCOPES } from "../../core/record/record.ts";
import type { Memory } from "../../open/memory.ts";
import { countRecords } from "../../verbs/maintenance/count-records.ts";
import type { RecordView } from "../../verbs/records/record-view.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { FIRST_STEPS } from "../help.ts";
import { recordJson } from "../json.ts";
import { oneLine, type Page, shown } from "../page.ts";
import { ago, counted } from "../say.ts";
import { newestFirst } from "./record-look.ts";
import { countSuggestions, type SuggestionCounts } from "./stats.ts";

const NEWEST = 3;
const FOUND = 3;

type SuggestionView = Awaited<ReturnType<Memory["suggestions"]>>[number];

type Standing = {
  readonly project: { id: string; name: string; root: string; known: boolean; shared: boolean } | null;
  readonly all: readonly RecordView[];
  readonly newest: readonly RecordView[];
  readonly suggestions: SuggestionCounts | null;
  /** The most useful of what waits. */
  readonly found: readonly SuggestionView[];
  /** What asks for attention, a sentence each. */
  readonly signals: readonly string[];
};

export async function status({ io }: Call, memory: AnyMemory): Promise<Answer> {
  const all = await memory.list({ status: "all" });
  const active = newestFirst(all).filter((record) => record.status === "active");
  const suggestions = await countSuggestions(memory);
  const found = "suggestions" in memory ? await memory.suggestions("pending", { limit: FOUND }) : [];
  const standing: Standing = {
    project: projectOf(memory),
    all,
    newest: active.slice(0, NEWEST),
    suggestions,
    found,
    signals: [...signalsOf(memory, active), ...("silentAgents" in memory ? await memory.silentAgents() : [])],
  };
  const { project, newest, signals } = standing;
  const json = { project, records: countRecords(all), suggestions, found, newest: newest.map(recordJson), signals };
  return { json, text: (page) => screenText(standing, page, io.env.clock()) };
}

function projectOf(memory: AnyMemory): Standing["project"] {
  if (memory.project === undefined) return null;
  const { id, name, root, known } = memory.project;
  return { id, name, root, known, shared: "projects" in memory && memory.projects.show().shared };
}

/** Only what costs nothing to see; `doctor` looks at everything. */
function signalsOf(memory: AnyMemory, active: readonly RecordView[]): string[] {
  const unknown = memory.unknownKeys();
  const waiting = active.filter(({ accepted }) => accepted === false).length;
  return [
    ...("add" in memory ? [] : ["The memory can only be read here."]),
    ...("hasSample" in memory && memory.hasSample() ? ["Sample data is here: oldhand sample remove"] : []),
    ...(unknown.length > 0 ? [`config.yml has settings that do not exist: ${unknown.join(", ")}.`] : []),
    ...(waiting > 0
      ? [`This repository carries ${counted(waiting, "record")} that you have not accepted: oldhand project join`]
      : []),
  ];
}

function screenText(
  { project, all, newest, suggestions, found, signals }: Standing,
  page: Page,
  nowMs: number,
): string {
  const rows: [label: string, lines: readonly string[]][] = [
    [
      "Project",
      project === null ? ["none here"] : [`${project.name}${project.shared ? ", shared" : ""}`, project.root],
    ],
    ["Known", knownLines(all)],
    ["Pending", [pendingLine(suggestions), ...found.map(foundLine)]],
    ["Alive", signals.length === 0 ? ["all well; `oldhand doctor` looks closer"] : signals],
  ];
  const labelled = rows.flatMap(([label, lines]) =>
    lines.map((line, at) => {
      const body = page.wrapped(MARGIN + shown(line), MARGIN).slice(MARGIN.length);
      return `${at === 0 ? page.bold(label.padEnd(MARGIN.length)) : MARGIN}${body}`;
    }),
  );
  const latest = newest.flatMap((record) => [
    `  ${record.id} ${page.dim(`${kindOf(record)}, ${ago(record.updatedAt, nowMs)}`)}`,
    page.wrapped(`    ${oneLine(record.text)}`, "    "),
  ]);
  const further =
    newest.length === 0 ? ["Begin with", ...FIRST_STEPS.map((step) => `  ${step}`)] : ["Newest", ...latest];
  return [...labelled, "", page.bold(further[0]!), ...further.slice(1)].join("\n");
}

const MARGIN = " ".repeat(9);

function pendingLine(suggestions: SuggestionCounts | null): string {
  if (suggestions === null) return "cannot be read here";
  const { pending } = suggestions;
  return pending === 0 ? "nothing waits for you" : `${counted(pending, "suggestion")}: oldhand suggestions`;
}

function foundLine({ label, confidence }: SuggestionView): string {
  return `${Math.round(confidence * 100)} %  ${oneLine(label)}`;
}

function knownLines(all: readonly RecordView[]): string[] {
  const { archived } = countRecords(all);
  const lines = SCOPES.flatMap((scope) => {
    const { byType } = countRecords(all.filter((record) => record.scope === scope));
    const counts = Object.entries(byType).map(([type, n]) => `${n} ${type}`);
    return counts.length === 0 ? [] : [`${scope}: ${counts.join(", ")}`];
  });
  const shownLines = [...lines, ...(archived > 0 ? [`${archived} archived`] : [])];
  return shownLines.length === 0 ? ["nothing yet"] : shownLines;
}
