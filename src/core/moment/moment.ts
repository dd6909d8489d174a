/** What is about to happen, and one line of what applies to it. */
import type { GuardMode } from "../guard/guard.ts";
import type { AddedText } from "../guard/tool-act.ts";
import type { Layer } from "../search/receipt.ts";

/** A command that is about to run, or files that are about to be written. */
export type MomentAct =
  | { readonly kind: "command"; readonly command: string }
  /** Paths as the tool gives them; relative ones are relative to the directory. */
  | { readonly kind: "edit"; readonly paths: readonly string[]; readonly adds?: readonly AddedText[] };

export type Moment =
  /** A session starts, resumes, or goes on after its context was compacted. `about`: the words of the ticket that it is for. */
  | { readonly at: "start"; readonly how: "new" | "resumed" | "compacted"; readonly about?: string }
  /** `file`: the one being worked on, relative to the project's root. */
  | { readonly at: "prompt"; readonly text: string; readonly file?: string }
  | { readonly at: "act"; readonly act: MomentAct; readonly cwd?: string }
  | { readonly at: "failure"; readonly command: string; readonly output: string }
  /** A person asks the planner for a command. */
  | { readonly at: "request"; readonly text: string }
  | { readonly at: "ticket"; readonly id: string; readonly text: string };

export type ActMoment = Extract<Moment, { readonly at: "act" }>;

/**
 * `rule`: what a record states; `passage`: what was said, with date and place; `fix`: what made the same failure work;
 * `workflow`: named steps; `constraint`: what a guard says about a command or an edit.
 */
export type AppliedKind = "rule" | "passage" | "fix" | "workflow" | "constraint";

/** `rewrite`: another command is right, see `instead`. */
export type Wants = "tell" | "ask" | "stop" | "rewrite";

export type AppliedLine = {
  readonly kind: AppliedKind;
  /** Of the record, the message, the commit or the fix; `built-in` for a guard that every memory has. */
  readonly id: string;
  readonly text: string;
  readonly reason: string;
  /** 0 to 1: the probability that it matters now. */
  readonly relevance: number;
  readonly tokens: number;
  readonly wants: Wants;
  /** What a guard, or a rule whose occasion an act is, does to the act. */
  readonly action?: GuardMode;
  /** The command that is right, if one is known. */
  readonly instead?: string;
  /** Where a person finds it. */
  readonly source: string;
  /** Its part of a brief. */
  readonly layer: Layer;
};
