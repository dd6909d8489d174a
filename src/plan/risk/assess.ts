/** What rules read from a command: how risky it is, and what it touches. */
import type { Flag, Risk, Touch } from "../../core/plan/plan.ts";

export type Assessment = {
  readonly risk: Risk;
  readonly touches: readonly Touch[];
  readonly flags: readonly Flag[];
};

export type AssessMeans = { readonly cwd: string };

const LOW = /^(?:true|echo|pwd|ls)(?: [\w./ -]*)?$/;
const HIGH = /\brm -rf\b|\|\s*sh\b/;

export function assess(command: string, _: AssessMeans): Assessment {
  if (command.split(" && ").every((part) => LOW.test(part))) return { risk: "low", touches: [], flags: [] };
  if (HIGH.test(command)) {
    const flag = { rule: "destroys", risk: "high", says: "it removes or runs what nobody has seen" } as const;
    return { risk: "high", touches: ["files"], flags: [flag] };
  }
  return { risk: "medium", touches: ["files"], flags: [{ rule: "unknown", risk: "medium", says: "it is not known" }] };
}
