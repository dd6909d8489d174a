/** `project show`, `list`, `why`, `link`, `split`, `share`, `unshare` and `join`. */
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Evidence } from "../../core/project/project.ts";
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { ago, factLines, row } from "../output/format.ts";
import { printable, type Style } from "../output/style.ts";

type ProjectView = ReturnType<Memory["projects"]["show"]>;

export async function show(_: Call, memory: AnyMemory): Promise<Answer> {
  const view = "projects" in memory ? memory.projects.show() : readOnlyView(memory);
  const { id, root, evidence, name, known, shared, kin, because } = view;
  return { json: { id, root, evidence, name, known, shared, kin, because }, text: (style) => projectText(view, style) };
}

export async function list({ io }: Call, memory: Memory): Promise<Answer> {
  const { everywhere, somewhere, projects } = await memory.projectCounts();
  const json = { everywhere: timed(everywhere), somewhere: timed(somewhere), projects: projects.map(timed) };
  return { json, text: (style) => projects.map((project) => projectRow(project, io.env.clock(), style)).join("\n") };
}

type Counts = Awaited<ReturnType<Memory["projectCounts"]>>;

function timed({ lastMs, ...counts }: Counts["everywhere"]) {
  return { ...counts, ...(lastMs !== undefined && { lastAt: isoTime(lastMs) }) };
}

function projectRow(project: Counts["projects"][number], nowMs: number, style: Style): string {
  const { id, name, root, commands, sessions, records, suggestions, lastMs, isHere } = project;
  const kept = [
    ...(commands > 0 ? [count(commands, "command")] : []),
    ...(sessions > 0 ? [count(sessions, "session")] : []),
    ...(records > 0 ? [count(records, "record")] : []),
    ...(suggestions > 0 ? [count(suggestions, "suggestion")] : []),
  ];
  const inPipe = [id, name, root ?? "", ...[commands, sessions, records, suggestions].map(String)];
  const last = lastMs === undefined ? [] : [ago(isoTime(lastMs), nowMs)];
  const facts = [...(isHere ? ["here"] : []), ...last, printable(root ?? "its directory is gone")];
  return row({ id: printable(name), facts, text: kept.join(", ") || "nothing yet", inPipe }, style);
}

export async function why(_: Call, memory: Memory): Promise<Answer> {
  const { id, lines, kin } = memory.projects.why();
  const related = kin.map((other) => `${other.name} (${other.id}) ${other.why}.`);
  const text = (style: Style): string =>
    [style.bold(id), ...[...lines, ...related].map((line) => style.wrap(`  ${printable(line)}`, "  "))].join("\n");
  return { json: { id, lines, kin }, text };
}

export async function link({ args: [target = ""] }: Call, memory: Memory): Promise<Answer> {
  const done = memory.projects.link(target);
  return sentenceAnswer(done, `Merged ${done.from} into ${done.into}; ${count(done.moved, "record")} moved.`);
}

export async function split(_: Call, memory: Memory): Promise<Answer> {
  const done = memory.projects.split();
  return sentenceAnswer(
    done,
    `This directory is now a separate project, ${done.id}. Existing records stay with ${done.from}.`,
  );
}

export async function share(_: Call, memory: Memory): Promise<Answer> {
  const done = await memory.projects.share();
  return sentenceAnswer(
    done,
    `Moved ${count(done.moved, "record")} to ${done.folder}. Commit that folder to share them.`,
  );
}

export async function unshare(_: Call, memory: Memory): Promise<Answer> {
  const done = await memory.projects.unshare();
  return sentenceAnswer(
    done,
    `Moved ${count(done.moved, "record")} out of the repository. The git history still contains them.`,
  );
}

export async function join(_: Call, memory: Memory): Promise<Answer> {
  const done = await memory.projects.join();
  return sentenceAnswer(
    done,
    done.accepted === 0
      ? "No new records to accept."
      : `Accepted ${count(done.accepted, "record")} from this repository.`,
  );
}

/** Read-only memory does not load the registry, which knows what is shared. */
function readOnlyView({ project }: AnyMemory): ProjectView {
  if (project === undefined) throw new OldhandError("not-found", "This directory is not in a project.");
  const { id, name, root, known, evidence, kin, because } = project;
  return { id, name, root, known, shared: false, evidence, kin, because };
}

function projectText({ id, root, name, known, shared, kin, because, evidence }: ProjectView, style: Style): string {
  const facts: [string, string][] = [
    ["id", id],
    ["root", root],
    ["records", known ? (shared ? "shared in the repository" : "private to you") : "none yet"],
    ...evidenceFacts(evidence),
    ...because.map((line): [string, string] => ["evidence", line]),
    ...kin.map((other): [string, string] => ["related", `${other.name} (${other.id}) ${other.why}`]),
  ];
  return [style.bold(printable(name)), ...factLines(facts, style)].join("\n");
}

function evidenceFacts({ rootCommits, remotes, commonDir }: Evidence): [string, string][] {
  return [
    ...remotes.map((remote): [string, string] => ["remote", remote]),
    ...rootCommits.map((commit): [string, string] => ["commit", commit.slice(0, 12)]),
    ...(commonDir === undefined ? [] : [["git", commonDir] as [string, string]]),
  ];
}

function sentenceAnswer(json: object, sentence: string): Answer {
  return { json, text: (style) => style.wrap(printable(sentence)) };
}
