/** One row of the table of rules: what it sees in a command, how risky that is, and what a person reads about it. */

import type { ParsedCommand, ParsedLine } from "../../../core/command/parsed-command.ts";
import type { Risk, Touch } from "../../../core/plan/plan.ts";
import type { RunPlace } from "../paths.ts";

export type Rule = {
  readonly name: string;
  readonly risk: Risk;
  readonly touches: readonly Touch[];
  /** A sentence for the person who reviews the command. */
  readonly says: string;
  /** Whether it applies to a command of the line. */
  readonly when?: (command: ParsedCommand, place: RunPlace) => boolean;
  /** Whether it applies to the entire line. */
  readonly whenLine?: (line: ParsedLine) => boolean;
};
