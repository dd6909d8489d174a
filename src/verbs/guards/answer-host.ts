/** A verdict in the words and the JSON of the host that asks before and after a tool is used. */
import { cleanInvisible } from "../../core/screen/invisible.ts";
import { defused } from "../../core/text/marker.ts";
import type { ActVerdict, VerdictMatch } from "./check-act.ts";

/** What a host can carry: a decision of its own prompt, and context next to a tool that goes on. */
type Host = { readonly asks: boolean; readonly carriesContext: boolean; readonly decides: "permission" | "decision" };

const HOSTS: Readonly<Record<string, Host>> = {
  "claude-code": { asks: true, carriesContext: true, decides: "permission" },
  codex: { asks: false, carriesContext: true, decides: "permission" },
  opencode: { asks: false, carriesContext: true, decides: "permission" },
  pi: { asks: true, carriesContext: true, decides: "permission" },
  omp: { asks: true, carriesContext: true, decides: "permission" },
  gemini: { asks: false, carriesContext: false, decides: "decision" },
};

const PLAIN: Host = { asks: false, carriesContext: true, decides: "permission" };

/** The JSON that a hook answers before a tool is used; empty if nothing is to be said. */
export function answerBefore(agent: string, event: string, { action, matches }: ActVerdict): object {
  const host = HOSTS[agent] ?? PLAIN;
  if (action === "pass") return {};
  const said = matches.filter((match) => match.action === action);
  if (action === "warn") {
    const additionalContext = `oldhand: ${said.map(sentenceFor).join(" ")} This is a warning; nothing was stopped.`;
    return host.carriesContext ? { hookSpecificOutput: { hookEventName: event, additionalContext } } : {};
  }
  const mustAsk = action === "ask" && !host.asks;
  const advice = mustAsk ? " Ask the person before you run it." : "";
  const reason = `oldhand: ${said.map(sentenceFor).join(" ")}${advice}`;
  if (host.decides === "decision") return { decision: "deny", reason };
  const permissionDecision = action === "ask" && host.asks ? "ask" : "deny";
  return { hookSpecificOutput: { hookEventName: event, permissionDecision, permissionDecisionReason: reason } };
}

/** For hosts that cannot carry a warning before the tool is used: given with its result. */
export function carriesWarnings(agent: string): boolean {
  return (HOSTS[agent] ?? PLAIN).carriesContext;
}

const MOST_CHARS = 300;

/** Names the reason, the way that is right, and the record. */
export function sentenceFor({ record, text, reason, remedy }: Omit<VerdictMatch, "guard" | "action">): string {
  const instead = remedy === undefined ? "" : ` Run: ${remedy}.`;
  return shown(`${capital(reason)}.${instead} Rule ${record}: "${text.split("\n")[0]!.slice(0, MOST_CHARS)}"`);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Part of it is data: it must not look like one of our markers, or hide anything. */
const shown = (text: string): string => defused(cleanInvisible(text));
