/** The one table of risk rules; a command that no rule sees is not proven harmless. */
import { proofOf } from "../proven-harmless.ts";
import { OUTSIDE_RULES, PRIVILEGED_RULES } from "./beyond-project.ts";
import { CHANGE_RULES } from "./changes.ts";
import { DESTRUCTIVE_RULES } from "./destructive.ts";
import { GIT_RULES } from "./git.ts";
import { HIDDEN_RULES } from "./hidden.ts";
import { NETWORK_RULES } from "./network.ts";
import type { Rule } from "./rule.ts";
import { SHELL_RULES } from "./shells.ts";

const LOW_RULES: readonly Rule[] = [
  {
    name: "looks",
    risk: "low",
    touches: [],
    says: "Only reads and prints.",
    when: (command, place) => proofOf(command, place) === "looks",
  },
  {
    name: "checks-project",
    risk: "low",
    touches: ["files"],
    says: "Tests, builds or lints the project, which runs the project's own code.",
    when: (command, place) => proofOf(command, place) === "checks",
  },
];

/** Applies to every command that no other rule sees. */
export const UNKNOWN_RULE: Rule = {
  name: "unknown",
  risk: "medium",
  touches: [],
  says: "Runs a program that oldhand knows nothing about.",
};

export const RULES: readonly Rule[] = [
  ...DESTRUCTIVE_RULES,
  ...GIT_RULES,
  ...PRIVILEGED_RULES,
  ...NETWORK_RULES,
  ...OUTSIDE_RULES,
  ...SHELL_RULES,
  ...CHANGE_RULES,
  ...HIDDEN_RULES,
  UNKNOWN_RULE,
  ...LOW_RULES,
];
