/** Targets of files that define tasks: Makefile, justfile, Taskfile, compose file, deno, composer, and steps of CI. */
import type { ProjectTarget } from "../../../../core/plan/material.ts";
import { COMPOSE_FILES, JUSTFILES, MAKEFILES, TASKFILES } from "../../../../core/project/project.ts";
import { aboutTarget, justfileOf, makefileOf } from "../../recipe-files.ts";
import { keyed, membersOf, readYaml, texts } from "../build-file-formats.ts";
import { below, isPlainName, nearestFile, type ProjectTree, parentFolder, targetFrom, wayUp } from "../project-tree.ts";

const MOST_TARGETS = 200;

export function makeRecipes(tree: ProjectTree): ProjectTarget[] {
  const file = nearestFile(tree, MAKEFILES);
  if (file === undefined) return [];
  const makefile = makefileOf(tree.read(file) ?? "");
  const place = parentFolder(file);
  const start = place === tree.here ? "make" : `make -C ${wayUp(tree.here, place)}`;
  // A file made along the way: nobody asks for it by name, unless a comment describes it.
  return makefile.names
    .map((name) => ({ name, about: aboutTarget(makefile, name) }))
    .filter(({ name, about }) => isPlainName(name) && (!/[./]/.test(name) || about.description !== undefined))
    .slice(0, MOST_TARGETS)
    .map(({ name, about }) => targetFrom({ name, run: `${start} ${name}`, file }, about));
}

export function justRecipes(tree: ProjectTree): ProjectTarget[] {
  const file = nearestFile(tree, JUSTFILES);
  if (file === undefined) return [];
  // The recipe of an alias is listed itself.
  return [...justfileOf(tree.read(file) ?? "").recipes]
    .filter(([name, { isAlias }]) => isPlainName(name) && !name.startsWith("_") && !isAlias)
    .slice(0, MOST_TARGETS)
    .map(([name, { parameters, description, lines }]) => {
      const slots = parameters.map((parameter) => ` <${parameter}>`);
      const body = lines[0]?.replace(/^[@-]+/, "");
      return targetFrom({ name, run: `just ${name}${slots.join("")}`, file }, { body, description });
    });
}

export async function taskfileTargets(tree: ProjectTree): Promise<ProjectTarget[]> {
  const file = nearestFile(tree, TASKFILES);
  if (file === undefined) return [];
  return membersOf(keyed(await readYaml(tree.read(file) ?? ""), "tasks"))
    .filter(([name, task]) => isPlainName(name) && name !== "default" && keyed(task, "internal") !== "true")
    .slice(0, MOST_TARGETS)
    .map(([name, task]) => {
      const [body] = [...texts(keyed(task, "cmds")), ...texts(keyed(task, "cmd")), ...texts(task)];
      const [description] = texts(keyed(task, "desc"));
      return targetFrom({ name, run: `task ${name}`, file }, { body, description });
    });
}

/** Commands that compose always has, and those for one service. */
const COMPOSE: readonly (readonly [run: string, description: string])[] = [
  ["docker compose up -d", "Start all services in the background"],
  ["docker compose down", "Stop all services"],
  ["docker compose ps", "List the services and whether they are running"],
  ["docker compose logs", "Show the logs of all services"],
  ["docker compose build", "Build the images of the services"],
  ["docker compose pull", "Pull the images of the services"],
  ["docker compose restart", "Restart all services"],
];
const OF_SERVICE: readonly (readonly [verb: string, description: string])[] = [
  ["up -d", "Start the service"],
  ["logs", "Show the logs of the service"],
  ["restart", "Restart the service"],
  ["stop", "Stop the service"],
];

const MOST_SERVICES = 20;

export async function composeTargets(tree: ProjectTree): Promise<ProjectTarget[]> {
  const file = nearestFile(tree, COMPOSE_FILES);
  if (file === undefined) return [];
  const services = membersOf(keyed(await readYaml(tree.read(file) ?? ""), "services"));
  const names = services
    .map(([name]) => name)
    .filter(isPlainName)
    .slice(0, MOST_SERVICES);
  const usual = { file, kind: "usual" } as const;
  return [
    ...COMPOSE.map(([run, does]) => ({
      ...usual,
      name: run.split(" ")[2]!,
      run,
      description: names.length === 0 ? does : `${does}: ${names.join(", ")}`,
    })),
    ...names.flatMap((service) =>
      OF_SERVICE.map(([verb, description]) => ({
        ...usual,
        name: `${verb.split(" ")[0]} ${service}`,
        run: `docker compose ${verb} ${service}`,
        description: `${description} ${service}`,
      })),
    ),
  ];
}

const SCRIPT_LISTS: readonly (readonly [file: string, list: string, run: string])[] = [
  ["deno.json", "tasks", "deno task"],
  ["deno.jsonc", "tasks", "deno task"],
  ["composer.json", "scripts", "composer run"],
];

export function listedScripts(tree: ProjectTree): ProjectTarget[] {
  return SCRIPT_LISTS.flatMap(([name, list, run]) => {
    const file = below(tree.here, name);
    return membersOf(keyed(tree.json(file), list))
      .filter(([script]) => isPlainName(script))
      .slice(0, MOST_TARGETS)
      .map(([script, body]) => targetFrom({ name: script, run: `${run} ${script}`, file }, { body: texts(body)[0] }));
  });
}

const WORKFLOWS = ".github/workflows";
const GITLAB = ".gitlab-ci.yml";
const MOST_FILES = 10;
const MOST_STEPS = 100;

/** The commands that continuous integration runs, if a step is one plain command line without variables. */
export async function ciSteps(tree: ProjectTree): Promise<ProjectTarget[]> {
  // A step runs at the root: in another directory it would be another command.
  if (tree.here !== "") return [];
  const files = tree
    .names(WORKFLOWS)
    .filter((name) => /\.ya?ml$/.test(name))
    .slice(0, MOST_FILES)
    .map((name) => `${WORKFLOWS}/${name}`);
  const github = await Promise.all(files.map(async (file) => githubSteps(file, await readYaml(tree.read(file) ?? ""))));
  const gitlab = gitlabSteps(await readYaml(tree.read(GITLAB) ?? ""));
  const seen = new Set<string>();
  return [...github.flat(), ...gitlab].filter(({ run }) => !seen.has(run) && seen.add(run)).slice(0, MOST_STEPS);
}

function githubSteps(file: string, pipeline: unknown): ProjectTarget[] {
  return membersOf(keyed(pipeline, "jobs")).flatMap(([job, node]) =>
    Object.values(keyed(node, "steps") ?? []).flatMap((step: unknown) => {
      const [name = job] = texts(keyed(step, "name"));
      // In another directory it would be another command.
      if (keyed(step, "working-directory") !== undefined) return [];
      return texts(keyed(step, "run")).flatMap((run) => plainLines(run).map((line) => stepTarget(file, line, name)));
    }),
  );
}

function gitlabSteps(pipeline: unknown): ProjectTarget[] {
  return membersOf(pipeline).flatMap(([job, node]) =>
    texts(keyed(node, "script")).flatMap((script) => plainLines(script).map((run) => stepTarget(GITLAB, run, job))),
  );
}

function stepTarget(file: string, run: string, name: string): ProjectTarget {
  return { name, run, file, kind: "ci" };
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
