/** What a rule is: a row of the table with its risk and its sentence, and the signs that it is seen by. */
import {
  argText,
  hasOption,
  hasVerb,
  type ParsedCommand,
  type ParsedLine,
  runsOneOf,
} from "../../../core/command/parsed-command.ts";
import type { Risk, Touch } from "../../../core/plan/plan.ts";
import type { RunPlace } from "../paths.ts";
import type { RiskRuleName } from "./rule-table.ts";

export type Rule = {
  readonly name: string;
  readonly risk: Risk;
  readonly touches: readonly Touch[];
  /** A sentence for the person who reviews the command. */
  readonly says: string;
  /** It applies to a command with one of these signs. */
  readonly signs: readonly Sign[];
  /** Whether it applies to the entire line. */
  readonly whenLine?: ((line: ParsedLine) => boolean) | undefined;
};

/** Programs with one of these verbs and one of these options and words that match; what is absent does not matter. */
export type RiskRow = {
  readonly of: string | RegExp;
  readonly verbs?: string;
  readonly options?: string;
  readonly says?: RegExp;
  /** Not with one of these options. */
  readonly but?: string;
};

export type Sign = RiskRow | ((command: ParsedCommand, place: RunPlace) => boolean);

export type Signs = Partial<Record<RiskRuleName, readonly Sign[]>>;

export function isSeen(sign: Sign, command: ParsedCommand, place: RunPlace): boolean {
  if (typeof sign === "function") return sign(command, place);
  const { of, verbs, options, says, but } = sign;
  return (
    (typeof of === "string" ? runsOneOf(command, of) : of.test(command.program)) &&
    (verbs === undefined || hasVerb(command, verbs)) &&
    (options === undefined || hasOption(command, options)) &&
    (says === undefined || says.test(argText(command))) &&
    (but === undefined || !hasOption(command, but))
  );
}
