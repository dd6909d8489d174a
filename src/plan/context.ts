/** What a planner knows about a directory: memory in effect there, recent commands, workflows that apply. */
import { isInside } from "../core/project/project.ts";
import type { Scope } from "../core/record/record.ts";
import { stepsText } from "../core/workflow/slots.ts";

export type MemoryItem = {
  readonly kind: string;
  readonly key: string;
  readonly value: string;
  readonly confidence: number;
  readonly scope: Scope;
  readonly projectRoot?: string;
};

type PlannerWorkflow = {
  readonly id: string;
  readonly label: string;
  readonly steps: readonly string[];
  /** Absent for one that applies everywhere. */
  readonly projectRoot?: string;
};

export type PlannerInput = {
  readonly sessionId: string;
  readonly cwd: string;
  readonly shell: string;
  readonly os: string;
  readonly memoryItems: readonly MemoryItem[];
  readonly workflows: readonly PlannerWorkflow[];
  readonly lastRunByWorkflowId: Readonly<Record<string, { readonly status: string }>>;
  /** Newest first; an entry without a command is a request. */
  readonly recentHistory: readonly { readonly command?: string; readonly status: string }[];
  /** Absent: the longest known root that contains the directory, or else the directory. */
  readonly projectRoot?: string;
};

export type PlannerContext = {
  readonly sessionId: string;
  readonly cwd: string;
  readonly projectRoot: string;
  readonly os: string;
  readonly shell: string;
  readonly recentCommands: readonly string[];
  readonly memoryItems: readonly Pick<MemoryItem, "kind" | "key" | "value" | "confidence">[];
  readonly projectFacts: readonly { readonly kind: string; readonly label: string; readonly value: string }[];
};

const RECENT = 5;
const WORKFLOWS = 5;

export function buildPlannerContext(input: PlannerInput): PlannerContext {
  const { sessionId, cwd, os, shell } = input;
  const projectRoot = input.projectRoot ?? rootOf(input);
  const executed = input.recentHistory.filter(({ command, status }) => command !== undefined && status !== "rejected");
  return {
    sessionId,
    cwd,
    projectRoot,
    os,
    shell,
    recentCommands: executed.slice(0, RECENT).map(({ command }) => command!),
    memoryItems: resolveEffectiveMemory(input.memoryItems, projectRoot).map(({ kind, key, value, confidence }) => ({
      kind,
      key,
      value,
      confidence,
    })),
    projectFacts: input.workflows
      .filter((workflow) => workflow.projectRoot === undefined || workflow.projectRoot === projectRoot)
      .slice(0, WORKFLOWS)
      .map((workflow) => ({ kind: "workflow", label: workflow.label, value: factOf(workflow, input) })),
  };
}

/** A project's item replaces the global one of the same kind and key; the most confident come first. */
export function resolveEffectiveMemory<T extends MemoryItem>(items: readonly T[], projectRoot: string): T[] {
  const own = items.filter((item) => item.scope === "project" && item.projectRoot === projectRoot);
  const claimed = new Set(own.map(({ kind, key }) => `${kind}:${key}`));
  const general = items.filter(({ scope, kind, key }) => scope === "global" && !claimed.has(`${kind}:${key}`));
  return [...own, ...general].toSorted((a, b) => b.confidence - a.confidence);
}

function rootOf({ cwd, memoryItems, workflows }: PlannerInput): string {
  const known = [...memoryItems, ...workflows].flatMap(({ projectRoot }) => projectRoot ?? []);
  const around = known.filter((root) => root === cwd || isInside(cwd, root));
  return around.toSorted((a, b) => b.length - a.length)[0] ?? cwd;
}

function factOf({ id, steps }: PlannerWorkflow, { lastRunByWorkflowId }: PlannerInput): string {
  const last = Object.hasOwn(lastRunByWorkflowId, id) ? lastRunByWorkflowId[id] : undefined;
  return `${stepsText(steps)}${last === undefined ? "" : ` (last run: ${last.status})`}`;
}

/** The context in short lines for the person who reviews the plan: "cwd: ~/projects", "workflow:deploy". */
export function retrievedContext({ cwd, projectRoot, projectFacts }: PlannerContext, home?: string): string[] {
  return [
    `cwd: ${fromHome(cwd, home)}`,
    `projectRoot: ${fromHome(projectRoot, home)}`,
    ...projectFacts.map(({ kind, label }) => `${kind}:${label}`),
  ];
}

function fromHome(path: string, home: string | undefined): string {
  if (home === undefined || home === "/" || home === "") return path;
  return path === home ? "~" : path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
