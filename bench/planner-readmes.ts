/**
 * How well the grounded planner finds a script by words that its authors wrote in their READMEs, and refuses requests of other
 * projects: `node bench/planner-readmes.ts DIR [--faults]`, where DIR holds unpacked npm packages (package.json and Markdown
 * files are enough). Faults are shown of the half that may be looked at.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { groundedPlan } from "../src/plan/grounded/grounded-plan.ts";
import { type DescribedPackage, describedPackages, foreignRequests, without } from "./labelled/described-scripts.ts";

const { values, positionals } = parseArgs({
  options: { faults: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [directory = ""] = positionals;
if (existsSync(directory)) {
  const all = await describedPackages(directory);
  for (const half of ["looked at", "other"] as const)
    report(
      half,
      all.filter((one) => one.half === half),
      all,
    );
} else console.log("Skipped: give the folder that holds unpacked npm packages.");

function report(half: string, packages: readonly DescribedPackage[], all: readonly DescribedPackage[]): void {
  const count = { asked: 0, first: 0, three: 0, planned: 0, refusedWithout: 0, foreign: 0, refused: 0 };
  for (const one of packages) {
    for (const { request, script } of one.described) {
      const plan = groundedPlan(request, one.material);
      const planned = plan.outcome === "planned" ? [plan.proposal.command] : [];
      const order = [...planned, ...plan.nearest.map(({ command }) => command)].slice(0, 3);
      const isRight = (command: string): boolean => command.split(" ").at(-1) === script;
      count.asked += 1;
      count.planned += planned.length;
      count.first += planned.some(isRight) ? 1 : 0;
      count.three += order.some(isRight) ? 1 : 0;
      count.refusedWithout += groundedPlan(request, without(one, script)).outcome === "planned" ? 0 : 1;
      if (values.faults && half === "looked at" && !planned.some(isRight))
        console.log(
          `  ${one.name}: ${request}\n    wanted ${script}\n    got ${planned[0] ?? "none"} | ${order.join(" | ")}`,
        );
    }
    for (const request of foreignRequests(one, all, 3)) {
      const plan = groundedPlan(request, one.material);
      count.foreign += 1;
      count.refused += plan.outcome === "planned" ? 0 : 1;
      if (values.faults && half === "looked at" && plan.outcome === "planned")
        console.log(`  ${one.name}: ${request}\n    wanted none\n    got ${plan.proposal.command}`);
    }
  }
  console.log(
    `${half}: right first ${share(count.first, count.asked)}, among three ${share(count.three, count.asked)}, right of the planned ${share(count.first, count.planned)}, refused without the script ${share(count.refusedWithout, count.asked)}, refused of others ${share(count.refused, count.foreign)}`,
  );
}

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}
