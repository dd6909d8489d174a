/** Targets of files that define tasks: Makefile, justfile, Taskfile, compose file, deno, composer, and steps of CI. */
import type { ProjectTarget } from "../../../../core/plan/material.ts";
import { COMPOSE_FILES, JUSTFILES, MAKEFILES, TASKFILES } from "../../../../core/project/project.ts";
import { ownMember } from "../../../../core/verify/versions.ts";
import { justTargets, makeTargets } from "../../repo-targets.ts";
import { keyed, readYaml, texts } from "../build-file-formats.ts";
import { below, isPlainName, nearestFile, type ProjectTree, parentFolder, targetFrom, wayUp } from "../project-tree.ts";

const MOST_TARGETS = 200;

export function makeRecipes(tree: ProjectTree): ProjectTarget[] {
  const file = nearestFile(tree, MAKEFILES);
  if (file === undefined) return [];
  const text = tree.read(file) ?? "";
  const entries = entriesIn(text.replace(/\\\r?\n/g, " "));
  const place = parentFolder(file);
  const start = place === tree.here ? "make" : `make -C ${wayUp(tree.here, place)}`;
  return makeTargets(text)
    .names.filter((name) => isPlainName(name) && !looksLikeFile(name, entries.get(name)))
    .slice(0, MOST_TARGETS)
    .map((name) => targetFrom({ name, run: `${start} ${name}`, file }, entries.get(name) ?? {}));
}

/** A file made along the way: nobody asks for it by name, unless a comment describes it. */
function looksLikeFile(name: string, entry: Entry | undefined): boolean {
  return /[./]/.test(name) && entry?.description === undefined;
}

export function justRecipes(tree: ProjectTree): ProjectTarget[] {
  const file = nearestFile(tree, JUSTFILES);
  if (file === undefined) return [];
  const text = tree.read(file) ?? "";
  const entries = entriesIn(text);
  return justTargets(text)
    .names.filter((name) => isPlainName(name) && !name.startsWith("_") && !isAlias(entries.get(name)))
    .slice(0, MOST_TARGETS)
    .map((name) => {
      const slots = parametersOf(entries.get(name)?.head ?? "").map((parameter) => ` <${parameter}>`);
      return targetFrom({ name, run: `just ${name}${slots.join("")}`, file }, entries.get(name) ?? {});
    });
}

/** Another name of a recipe that is listed itself. */
function isAlias(entry: Entry | undefined): boolean {
  return /^alias\s/.test(entry?.head ?? "");
}

type Entry = { readonly head: string; readonly body?: string; readonly description?: string };

/** The line of each name, the first line below it, and the comment on it or right above it. */
function entriesIn(text: string): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  const lines = text.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    const names = /^@?[\w.@/-](?:[^:=#]|=(?=['"])){0,400}(?=:)/.exec(line)?.[0];
    if (names === undefined) continue;
    const body = lines[at + 1] ?? "";
    const comment = /#+\s?(.*)$/.exec(line)?.[1] ?? /^#\s?(.*)$/.exec(lines[at - 1] ?? "")?.[1];
    const about: Entry = {
      head: line,
      ...(/^\s+[^\s#]/.test(body) && { body: body.trim().replace(/^[@-]+/, "") }),
      ...(comment !== undefined && !comment.startsWith("!") && { description: comment }),
    };
    for (const name of names.replace(/^@/, "").split(/\s+/)) {
      const before = entries.get(name);
      if (name !== "") entries.set(name, before === undefined ? about : { ...about, ...before });
    }
  }
  return entries;
}

/** The parameters of a recipe that have no default and take exactly one word. */
function parametersOf(head: string): string[] {
  const beforeColon = head.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "x").split(":", 1)[0] ?? "";
  const [, ...parameters] = beforeColon.split(/\s+/);
  return parameters
    .filter((parameter) => /^\$?[A-Za-z][\w-]{0,39}$/.test(parameter))
    .map((one) => one.replace("$", ""));
}

export function taskfileTargets(tree: ProjectTree): ProjectTarget[] {
  const file = nearestFile(tree, TASKFILES);
  if (file === undefined) return [];
  const tasks = keyed(readYaml(tree.read(file) ?? ""), "tasks");
  return [...(tasks?.keys ?? [])]
    .filter(([name, node]) => isPlainName(name) && name !== "default" && keyed(node, "internal")?.value !== "true")
    .slice(0, MOST_TARGETS)
    .map(([name, node]) => {
      const body = [...texts(keyed(node, "cmds")), ...texts(keyed(node, "cmd")), node.value][0];
      return targetFrom({ name, run: `task ${name}`, file }, { body, description: keyed(node, "desc")?.value });
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

export function composeTargets(tree: ProjectTree): ProjectTarget[] {
  const file = nearestFile(tree, COMPOSE_FILES);
  if (file === undefined) return [];
  const services = keyed(readYaml(tree.read(file) ?? ""), "services");
  const names = [...(services?.keys.keys() ?? [])].filter(isPlainName).slice(0, MOST_SERVICES);
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
    const scripts = ownMember(tree.json(file), list);
    if (typeof scripts !== "object" || scripts === null) return [];
    return Object.entries(scripts)
      .filter(([script]) => isPlainName(script))
      .slice(0, MOST_TARGETS)
      .map(([script, body]) =>
        targetFrom(
          { name: script, run: `${run} ${script}`, file },
          { body: typeof body === "string" ? body : undefined },
        ),
      );
  });
}

const WORKFLOWS = ".github/workflows";
const GITLAB = ".gitlab-ci.yml";
const MOST_FILES = 10;
const MOST_STEPS = 100;

/** The commands that continuous integration runs, if a step is one plain command line without variables. */
export function ciSteps(tree: ProjectTree): ProjectTarget[] {
  // A step runs at the root: in another directory it would be another command.
  if (tree.here !== "") return [];
  const github = tree
    .names(WORKFLOWS)
    .filter((name) => /\.ya?ml$/.test(name))
    .slice(0, MOST_FILES)
    .flatMap((name) => githubSteps(`${WORKFLOWS}/${name}`, tree.read(`${WORKFLOWS}/${name}`) ?? ""));
  const gitlab = gitlabSteps(tree.read(GITLAB) ?? "");
  const seen = new Set<string>();
  return [...github, ...gitlab].filter(({ run }) => !seen.has(run) && seen.add(run)).slice(0, MOST_STEPS);
}

function githubSteps(file: string, text: string): ProjectTarget[] {
  const jobs = keyed(readYaml(text), "jobs");
  return [...(jobs?.keys ?? [])].flatMap(([job, node]) =>
    (keyed(node, "steps")?.items ?? []).flatMap((step) => {
      const name = keyed(step, "name")?.value ?? "";
      // In another directory it would be another command.
      if (keyed(step, "working-directory") !== undefined) return [];
      return plainLines(keyed(step, "run")?.value ?? "").map((run) => stepTarget(file, run, name || job));
    }),
  );
}

function gitlabSteps(text: string): ProjectTarget[] {
  return [...readYaml(text).keys].flatMap(([job, node]) =>
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
