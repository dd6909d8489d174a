/** What rules read from a command: how risky it is, and what it touches. */
import type { Flag, Risk, Touch } from "../../core/plan/plan.ts";

export type RiskMeans = {
  readonly cwd: string;
  readonly projectRoot?: string;
  readonly home?: string;
  readonly scripts: (name: string, program: string) => string | undefined;
};

export type Assessment = {
  readonly risk: Risk;
  readonly touches: readonly Touch[];
  readonly flags: readonly Flag[];
  readonly resolved: readonly { readonly name: string; readonly body: string }[];
};

const LOW = /^(?:true|echo|pwd|ls)(?: [\w./' -]*)?$/;
const HIGH = /\brm -rf\b|\|\s*sh\b/;

export function assess(command: string, _: RiskMeans): Assessment {
  const none = { touches: [], resolved: [] };
  if (command.split(" && ").every((part) => LOW.test(part))) return { ...none, risk: "low", flags: [] };
  if (HIGH.test(command)) {
    const flag = { rule: "destroys", risk: "high", says: "it removes or runs what nobody has seen" } as const;
    return { ...none, risk: "high", touches: ["files"], flags: [flag] };
  }
  const flags = [{ rule: "unknown", risk: "medium", says: "it is not known" }] as const;
  return { ...none, risk: "medium", touches: ["files"], flags };
}
