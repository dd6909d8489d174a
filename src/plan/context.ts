/** What a planner knows about a directory: memory, recent commands and workflows; and the texts for its prompt. */
import type { ProjectTarget } from "../core/plan/material.ts";
import { isInside } from "../core/project/project.ts";
import { compareAuthority } from "../core/record/acceptance.ts";
import type { Scope, Trust } from "../core/record/record.ts";
import { defused } from "../core/text/marker.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import { stepsText } from "../core/workflow/slots.ts";

export type MemoryItem = {
  readonly kind: string;
  readonly key: string;
  readonly value: string;
  readonly confidence: number;
  readonly scope: Scope;
  readonly projectRoot?: string;
  /** Absent: the person's. */
  readonly trust?: Trust;
  readonly accepted?: boolean;
  /** The team's space that it comes from. */
  readonly space?: string;
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

/** A project's item replaces the global one of the same kind and key, unless it has less authority; the most confident come first. */
export function resolveEffectiveMemory<T extends MemoryItem>(items: readonly T[], projectRoot: string): T[] {
  const own = items.filter((item) => item.scope === "project" && item.projectRoot === projectRoot);
  const general = items.filter(
    (item) =>
      item.scope === "global" &&
      !own.some((rival) => rival.kind === item.kind && rival.key === item.key && replaces(rival, item)),
  );
  return [...own, ...general].toSorted((a, b) => b.confidence - a.confidence);
}

function replaces(own: MemoryItem, general: MemoryItem): boolean {
  // A team's item replaces none that is not of its space.
  if (own.space !== undefined && own.space !== general.space) return false;
  return compareAuthority({ trust: "person", ...own }, { trust: "person", ...general }) <= 0;
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

/** One text for each slot of the prompt. */
type PlannerSlots = {
  readonly system: string;
  readonly known_context: string;
  readonly known_workflows: string;
  readonly project_commands: string;
  readonly recent_commands: string;
  readonly task: string;
};

const WORKFLOW_TOKENS = 1500;
const RECENT_TOKENS = 500;
const PROJECT_TOKENS = 1500;

/** The request and its context within token budgets, with remembered text in quotation marks; the budget is for the known context. */
export function plannerSlots(
  request: string,
  context: PlannerContext,
  { budgetTokens, targets = [] }: { readonly budgetTokens: number; readonly targets?: readonly ProjectTarget[] },
): PlannerSlots {
  const { cwd, projectRoot, os, shell, memoryItems, projectFacts, recentCommands } = context;
  const known = memoryItems.map(
    ({ kind, key, value, confidence }) =>
      `- ${kind} ${quoted(key)}: ${quoted(value)} (confidence ${confidence.toFixed(2)})`,
  );
  const workflows = projectFacts.map(({ kind, label, value }) => `- ${kind} ${quoted(label)}: ${quoted(value)}`);
  const recent = recentCommands.map((command) => `- ${quoted(command)}`);
  return {
    system: [`cwd: ${quoted(cwd)}`, `project root: ${quoted(projectRoot)}`, `OS: ${os}`, `shell: ${shell}`].join("\n"),
    known_context: within(known, budgetTokens),
    known_workflows: within(workflows, WORKFLOW_TOKENS),
    project_commands: within(targets.map(targetLine), PROJECT_TOKENS),
    recent_commands: within(recent, RECENT_TOKENS),
    task: request,
  };
}

function targetLine({ run, body, description }: ProjectTarget): string {
  const about = [body, description].filter((part) => part !== undefined).map((part) => quoted(part.slice(0, 120)));
  return `- ${quoted(run)}${about.length === 0 ? "" : `: ${about.join(", ")}`}`;
}

/** Skips a line that does not fit and tries shorter ones: half a command would be another command. */
function within(lines: readonly string[], budgetTokens: number): string {
  const taken: string[] = [];
  let left = budgetTokens;
  for (const line of lines) {
    if (left < SHORTEST_LINE_TOKENS) break;
    const tokens = estimateTokens(`${line}\n`);
    if (tokens > left) continue;
    taken.push(line);
    left -= tokens;
  }
  return taken.length === 0 ? NOTHING : taken.join("\n");
}

const SHORTEST_LINE_TOKENS = 4;
const NOTHING = "(nothing)";

/**
 * One line, whatever the text contains. Signs that the data marker would change, such as the arrow of `sort < names`, are
 * escaped instead: a planner that uses the command has to get it unchanged.
 */
function quoted(text: string): string {
  const json = JSON.stringify(text);
  return defused(json) === json ? json : json.replace(/[<>[\]!`~|]/g, asEscape);
}

function asEscape(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
