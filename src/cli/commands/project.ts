/** The commands on the project of this directory. */
import { OldhandError } from "../../core/base/error.ts";
import type { Evidence } from "../../core/project/project.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { type Page, shown } from "../page.ts";
import { counted } from "../say.ts";
import { padEnd } from "../text-width.ts";

type ProjectView = ReturnType<Memory["projects"]["show"]>;

export async function show(_: Call, memory: AnyMemory): Promise<Answer> {
  const view = "projects" in memory ? memory.projects.show() : readOnlyView(memory);
  const { id, root, evidence, name, known, shared, kin, because } = view;
  return { json: { id, root, evidence, name, known, shared, kin, because }, text: (page) => projectText(view, page) };
}

export async function why(_: Call, memory: Memory): Promise<Answer> {
  const { id, lines, kin } = memory.projects.why();
  const related = kin.map((other) => `${other.name} (${other.id}) ${other.why}.`);
  const text = (page: Page): string =>
    [page.bold(id), ...[...lines, ...related].map((line) => page.wrapped(`  ${shown(line)}`, "  "))].join("\n");
  return { json: { id, lines, kin }, text };
}

export async function link({ args: [target = ""] }: Call, memory: Memory): Promise<Answer> {
  const done = memory.projects.link(target);
  return told(done, `${done.from} is part of ${done.into} now; ${counted(done.moved, "record")} moved along.`);
}

export async function split(_: Call, memory: Memory): Promise<Answer> {
  const done = memory.projects.split();
  return told(
    done,
    `This directory is a project of its own now: ${done.id}. What was kept so far stays with ${done.from}.`,
  );
}

export async function share(_: Call, memory: Memory): Promise<Answer> {
  const done = await memory.projects.share();
  return told(
    done,
    `${counted(done.moved, "record")} moved to ${done.folder}. Commit that folder when you want others to have it.`,
  );
}

export async function unshare(_: Call, memory: Memory): Promise<Answer> {
  const done = await memory.projects.unshare();
  return told(
    done,
    `${counted(done.moved, "record")} moved out of the repository. What git has of them stays in its history.`,
  );
}

export async function join(_: Call, memory: Memory): Promise<Answer> {
  const done = await memory.projects.join();
  return told(
    done,
    done.accepted === 0
      ? "There was nothing new to accept."
      : `Accepted ${counted(done.accepted, "record")} of this repository.`,
  );
}

/** Without the registry nothing is known of sharing. */
function readOnlyView({ project }: AnyMemory): ProjectView {
  if (project === undefined) throw new OldhandError("not-found", "There is no project here.");
  const { id, name, root, known, evidence, kin, because } = project;
  return { id, name, root, known, shared: false, evidence, kin, because };
}

function projectText({ id, root, name, known, shared, kin, because, evidence }: ProjectView, page: Page): string {
  const facts: [string, string][] = [
    ["id", id],
    ["root", root],
    ["kept", known ? (shared ? "yes, and shared in the repository" : "yes") : "nothing yet"],
    ...evidenceFacts(evidence),
    ...because.map((line): [string, string] => ["because", line]),
    ...kin.map((other): [string, string] => ["kin", `${other.name} (${other.id}) ${other.why}`]),
  ];
  const lines = facts.map(([label, fact]) => page.wrapped(`${padEnd(label, LABEL)}${shown(fact)}`, " ".repeat(LABEL)));
  return [page.bold(shown(name)), ...lines].join("\n");
}

const LABEL = 10;

function evidenceFacts({ rootCommits, remotes, commonDir }: Evidence): [string, string][] {
  return [
    ...remotes.map((remote): [string, string] => ["remote", remote]),
    ...rootCommits.map((commit): [string, string] => ["begins", commit.slice(0, 12)]),
    ...(commonDir === undefined ? [] : [["git", commonDir] as [string, string]]),
  ];
}

function told(json: object, sentence: string): Answer {
  return { json, text: (page) => page.wrapped(shown(sentence)) };
}
