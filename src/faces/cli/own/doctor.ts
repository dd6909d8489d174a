/** `doctor`: opens the memory itself, so that a memory that cannot be opened is reported as a failed check. */

import { OldhandError } from "../../../core/base/error.ts";
import { count } from "../../../core/text/wording.ts";
import { verb } from "../../../verbs/declare/verb.ts";
import { printable, type Style } from "../../../verbs/print/style.ts";

type Check = { readonly name: string; readonly ok: boolean; readonly detail: string; readonly fix?: string };
type Health = { readonly healthy: boolean; readonly checks: readonly Check[]; readonly fixed?: readonly string[] };

export const doctor = verb({
  name: "doctor",
  summary: "Check the installation and show how to fix problems.",
  notes: ["Exits with 1 if a check fails."],
  input: {
    fix: { type: "flag", help: "Repair a damaged config.yml or projects.json first; a copy of it is kept." },
  },
  act: "read",
  needs: "nothing",
  async run({ env, note }, { fix = false }): Promise<Health> {
    const { openCall } = await import("../../../main/open-call.ts");
    const { allChecks } = await import("../../../verbs/upkeep/all-checks.ts");
    const { maintenanceVerbs } = await import("../../../verbs/upkeep/maintenance-verbs.ts");
    const fixed: string[] = [];
    if (fix) {
      // Opened again below: what is still wrong then is reported there.
      const { context, settled, close } = await openCall(env, { settle: "files" });
      fixed.push(...(await maintenanceVerbs(context, settled).repairFiles().finally(close)));
    }
    const done = fix ? { fixed } : {};
    try {
      const { context, settled, close } = await openCall(env, { settle: "all", note });
      const checks = await allChecks(context, settled).finally(close);
      return { healthy: checks.every(({ ok }) => ok), checks, ...done };
    } catch (error) {
      if (!(error instanceof OldhandError)) throw error;
      return { healthy: false, checks: [{ name: "opening", ok: false, detail: error.message }], ...done };
    }
  },
  print: ({ checks, fixed = [] }, style) =>
    [...fixed.map((one) => style.wrap(printable(one))), checksText(checks, style)].join("\n"),
  exit: ({ healthy }) => (healthy ? 0 : 1),
});

function checksText(checks: readonly Check[], style: Style): string {
  const failed = checks.filter(({ ok }) => !ok).length;
  const lines = checks.map(({ name, ok, detail, fix }) => {
    const mark = ok ? style.good("ok   ") : style.bad("FAIL ");
    const indent = " ".repeat(5);
    const what = style.wrap(`${indent}${printable(`${name}: ${detail}`)}`, indent).slice(indent.length);
    return [`${mark}${what}`, ...(fix === undefined ? [] : [style.wrap(`${indent}${fix}`, indent)])].join("\n");
  });
  const checked = count(checks.length, "check");
  return [...lines, failed === 0 ? `All ${checked} passed.` : `${failed} of ${checked} failed.`].join("\n");
}
