/** `project show` and `project why` */
import { OldhandError } from "../../core/base/error.ts";
import type { Evidence } from "../../core/project/project.ts";
import { fullContext, type OpenedToRead } from "../call/call-context.ts";
import { verb } from "../declare/verb.ts";
import { factLines } from "../print/format.ts";
import { printable } from "../print/style.ts";
import type { ProjectView } from "./project-verbs.ts";

export const showProject = verb({
  name: "project show",
  summary: "Show the project of this directory.",
  input: {},
  act: "read",
  needs: "read",
  async run({ context }): Promise<ProjectView> {
    const full = fullContext(context);
    if (full === undefined) return readOnlyView(context);
    const { projectVerbs } = await import("./project-verbs.ts");
    const { id, root, evidence, name, known, shared, kin, because } = projectVerbs(full).show();
    return { id, root, evidence, name, known, shared, kin, because };
  },
  print({ id, root, name, known, shared, kin, because, evidence }, style) {
    const facts: [string, string][] = [
      ["id", id],
      ["root", root],
      ["records", known ? (shared ? "shared in the repository" : "private to you") : "none yet"],
      ...evidenceFacts(evidence),
      ...because.map((line): [string, string] => ["evidence", line]),
      ...kin.map((other): [string, string] => ["related", `${other.name} (${other.id}) ${other.why}`]),
    ];
    return [style.bold(printable(name)), ...factLines(facts, style)].join("\n");
  },
});

/** Read-only memory does not load the registry, which knows what is shared. */
function readOnlyView({ project }: OpenedToRead): ProjectView {
  if (project === undefined) throw new OldhandError("not-found", "This directory is not in a project.");
  const { id, name, root, known, evidence, kin, because } = project;
  return { id, root, evidence, name, known, shared: false, kin, because };
}

function evidenceFacts({ rootCommits, remotes, commonDir }: Evidence): [string, string][] {
  return [
    ...remotes.map((remote): [string, string] => ["remote", remote]),
    ...rootCommits.map((commit): [string, string] => ["commit", commit.slice(0, 12)]),
    ...(commonDir === undefined ? [] : [["git", commonDir] as [string, string]]),
  ];
}

export const explainProject = verb({
  name: "project why",
  summary: "Show how the project was recognised.",
  input: {},
  act: "read",
  needs: "write",
  run: async ({ context }) => (await import("./project-verbs.ts")).projectVerbs(context).why(),
  print({ id, lines, kin }, style) {
    const related = kin.map((other) => `${other.name} (${other.id}) ${other.why}.`);
    return [style.bold(id), ...[...lines, ...related].map((line) => style.wrap(`  ${printable(line)}`, "  "))].join(
      "\n",
    );
  },
});
