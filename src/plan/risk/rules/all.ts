/** All risk rules with their signs; a command that no rule sees is not proven harmless. */
import type { Touch } from "../../../core/plan/plan.ts";
import { proofOf } from "../proven-harmless.ts";
import { BEYOND_SIGNS } from "./beyond-project.ts";
import { CHANGE_SIGNS } from "./changes.ts";
import { DESTRUCTIVE_SIGNS } from "./destructive.ts";
import { GIT_SIGNS } from "./git.ts";
import { NETWORK_SIGNS } from "./network.ts";
import type { Rule, Signs } from "./rule.ts";
import { type RiskRuleName, RULE_TABLE } from "./rule-table.ts";
import { SHELL_SIGNS } from "./shells.ts";
import { LINE_SIGNS } from "./whole-line.ts";

const SIGNS: Signs = {
  ...DESTRUCTIVE_SIGNS,
  ...GIT_SIGNS,
  ...BEYOND_SIGNS,
  ...NETWORK_SIGNS,
  ...SHELL_SIGNS,
  ...CHANGE_SIGNS,
  looks: [(command, place) => proofOf(command, place) === "looks"],
  "checks-project": [(command, place) => proofOf(command, place) === "checks"],
};

export const RULES: readonly Rule[] = (Object.keys(RULE_TABLE) as RiskRuleName[]).map((name) => {
  const [risk, touches, says] = RULE_TABLE[name];
  const listed = touches.split(" ").filter(Boolean) as Touch[];
  return { name, risk, touches: listed, says, signs: SIGNS[name] ?? [], whenLine: LINE_SIGNS[name] };
});

/** Applies to every command that no other rule sees. */
export const UNKNOWN_RULE: Rule = RULES.find(({ name }) => name === "unknown")!;
