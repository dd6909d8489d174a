/**
 * How well the grounded planner finds a command by words that others wrote: agents describe each command that they run, so
 * the description is the request and the person's commands are the candidates. `node bench/planner-descriptions.ts DIR`, where
 * DIR holds one folder of Claude Code transcripts per person.
 */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseLine } from "../src/core/command/steps.ts";
import type { KnownCommand, Material } from "../src/core/plan/material.ts";
import { groundedPlan } from "../src/plan/grounded/grounded-plan.ts";
import { shippedEmbedder } from "../src/store/piece-table.ts";

const NOW_MS = Date.UTC(2026, 0, 1);
/** Longer ones are scripts that nobody asks for again. */
const LONGEST = 120;

const [directory = ""] = process.argv.slice(2);
if (directory === "" || !existsSync(directory))
  console.log("Skipped: give the folder that holds one folder of transcripts per person.");
else for (const person of readdirSync(directory)) report(person, describedCommands(join(directory, person)));

/** By command: the descriptions that agents gave it. */
function describedCommands(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of globSync("**/*.jsonl", { cwd: folder }))
    for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
      if (!line.includes('"description"')) continue;
      for (const { type, input } of JSON.parse(line).message?.content ?? []) {
        const { command, description } = input ?? {};
        if (type !== "tool_use" || typeof command !== "string" || typeof description !== "string") continue;
        if (command.length > LONGEST || command.includes("\n")) continue;
        found.set(command, (found.get(command) ?? new Set()).add(description));
      }
    }
  return found;
}

function report(person: string, described: ReadonlyMap<string, ReadonlySet<string>>): void {
  if (described.size === 0) return;
  const requests = Map.groupBy(
    [...described].flatMap(([command, texts]) => [...texts].map((text) => ({ command, text }))),
    ({ text }) => text,
  );
  const weightOf = shippedEmbedder({ "recall.embedder": "static" })?.weightOf;
  const here = { cwd: "/p", projectRoot: "/p", nowMs: NOW_MS };
  const material: Material = {
    ...here,
    workflows: [],
    targets: [],
    commands: [...described.keys()].map(ran),
    weightOf,
  };
  const count = { first: 0, three: 0, planned: 0, right: 0 };
  for (const [text, rows] of requests) {
    const plan = groundedPlan(text, material);
    const planned = plan.outcome === "planned" ? [plan.proposal.command] : [];
    const isRight = (command: string) => rows.some((row) => row.command === command);
    const order = [...planned, ...plan.nearest.map(({ command }) => command)].slice(0, 3);
    count.planned += planned.length;
    count.right += planned.filter(isRight).length;
    count.first += order.slice(0, 1).filter(isRight).length;
    count.three += order.some(isRight) ? 1 : 0;
  }
  const { first, three, planned, right } = count;
  console.log(
    `${person}: ${requests.size} descriptions of ${described.size} commands: right first ${first}, among three ${three}; planned ${planned}, of these right ${right}`,
  );
}

function ran(command: string): KnownCommand {
  const family = parseLine(command).flatMap((step) => step.family ?? []);
  const often = { count: 1, successes: 1, lastExit: 0, lastAtMs: NOW_MS };
  return { command, family: family.join(" && "), ...often, cwd: "/p", inProject: true };
}
