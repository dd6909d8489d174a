/** Fills a planner's prompt with a request and its context: lines within budgets, remembered text in quotation marks. */

import { defused } from "../core/text/marker.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import type { PlannerContext } from "./context.ts";

/** One text for each slot of the prompt. */
type PlannerSlots = {
  readonly system: string;
  readonly known_context: string;
  readonly known_workflows: string;
  readonly recent_commands: string;
  readonly task: string;
};

const WORKFLOW_TOKENS = 1500;
const RECENT_TOKENS = 500;

/** The budget is for the known context, which is filled in order. */
export function plannerSlots(
  request: string,
  context: PlannerContext,
  { budgetTokens }: { readonly budgetTokens: number },
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
    recent_commands: within(recent, RECENT_TOKENS),
    task: request,
  };
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
