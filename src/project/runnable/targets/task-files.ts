/** Tasks of a Taskfile, services of a compose file, tasks of deno and scripts of composer. */
import type { Target } from "../../../core/plan/material.ts";
import { COMPOSE_FILES, TASKFILES } from "../../../core/project/project.ts";
import { own } from "../../../core/verify/versions.ts";
import { keyed, readYaml, texts } from "../formats/simple-yaml.ts";
import { below, isPlainName, shownParts, type Tree, upward } from "../project-tree.ts";

const MOST = 200;
const MOST_SERVICES = 20;

/** Both programs look for their file in their directory and above. */
function nearest(tree: Tree, names: readonly string[]): string | undefined {
  return upward(tree.here)
    .flatMap((directory) => names.map((name) => below(directory, name)))
    .find(tree.exists);
}

export function taskfileTargets(tree: Tree): Target[] {
  const file = nearest(tree, TASKFILES);
  if (file === undefined) return [];
  const tasks = keyed(readYaml(tree.read(file) ?? ""), "tasks");
  return [...(tasks?.keys ?? [])]
    .filter(([name, node]) => isPlainName(name) && name !== "default" && keyed(node, "internal")?.value !== "true")
    .slice(0, MOST)
    .map(([name, node]) => {
      const body = [...texts(keyed(node, "cmds")), ...texts(keyed(node, "cmd")), node.value][0];
      return {
        name,
        run: `task ${name}`,
        file,
        kind: "defined",
        ...shownParts({ body, description: keyed(node, "desc")?.value }),
      };
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

export function composeTargets(tree: Tree): Target[] {
  const file = nearest(tree, COMPOSE_FILES);
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

export function listedScripts(tree: Tree): Target[] {
  return SCRIPT_LISTS.flatMap(([name, list, run]) => {
    const file = below(tree.here, name);
    const scripts = own(tree.json(file), list);
    if (typeof scripts !== "object" || scripts === null) return [];
    return Object.entries(scripts)
      .filter(([script]) => isPlainName(script))
      .slice(0, MOST)
      .map(([script, body]): Target => {
        const text = typeof body === "string" ? body : undefined;
        return { name: script, run: `${run} ${script}`, file, kind: "defined", ...shownParts({ body: text }) };
      });
  });
}
