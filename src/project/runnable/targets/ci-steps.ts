/** The commands that continuous integration runs, if a step is one plain command line without variables. */
import type { Target } from "../../../core/plan/material.ts";
import { keyed, type Node, readYaml, texts } from "../formats/simple-yaml.ts";
import type { Tree } from "../project-tree.ts";

const WORKFLOWS = ".github/workflows";
const GITLAB = ".gitlab-ci.yml";
const MOST_FILES = 10;
const MOST_STEPS = 100;

export function ciSteps(tree: Tree): Target[] {
  // A step runs at the root: in another directory it would be another command.
  if (tree.here !== "") return [];
  const github = tree
    .names(WORKFLOWS)
    .filter((name) => /\.ya?ml$/.test(name))
    .slice(0, MOST_FILES)
    .flatMap((name) => githubSteps(`${WORKFLOWS}/${name}`, tree.read(`${WORKFLOWS}/${name}`) ?? ""));
  const gitlab = tree.exists(GITLAB) ? gitlabSteps(tree.read(GITLAB) ?? "") : [];
  const seen = new Set<string>();
  return [...github, ...gitlab].filter(({ run }) => !seen.has(run) && seen.add(run)).slice(0, MOST_STEPS);
}

function githubSteps(file: string, text: string): Target[] {
  const jobs = keyed(readYaml(text), "jobs");
  return [...(jobs?.keys ?? [])].flatMap(([job, node]) =>
    (keyed(node, "steps")?.items ?? []).flatMap((step) => {
      const name = keyed(step, "name")?.value ?? "";
      // In another directory it would be another command.
      if (keyed(step, "working-directory") !== undefined) return [];
      return linesOf(keyed(step, "run")).map((run) => stepTarget(file, run, name === "" ? job : name));
    }),
  );
}

function gitlabSteps(text: string): Target[] {
  return [...readYaml(text).keys].flatMap(([job, node]) =>
    texts(keyed(node, "script")).flatMap((script) => plainLines(script).map((run) => stepTarget(GITLAB, run, job))),
  );
}

function stepTarget(file: string, run: string, name: string): Target {
  return { name, run, file, kind: "ci" };
}

function linesOf(node: Node | undefined): string[] {
  return node === undefined ? [] : plainLines(node.value);
}

const PLAIN_LINE = /^[A-Za-z.][\w ./:@=,+'"*-]{2,160}$/;
/** They prepare the machine of the pipeline, not the project. */
const MACHINE =
  /^(?:sudo|apt|apt-get|brew|echo|cd|export|set|source|mkdir|cp|mv|rm|curl|wget|chmod|if|for|while|then|fi|done|git)\b/;

function plainLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => PLAIN_LINE.test(line) && !MACHINE.test(line));
}
