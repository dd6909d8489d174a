/** All checks of `doctor`: of the store, the settings, recall, sync, spaces and the installed agents. */
import { idleReader } from "../../core/job/may-call-model.ts";
import { listOf } from "../../core/text/wording.ts";
import type { Check } from "../../store/examine-store.ts";
import type { CallContext, Settled } from "../call/call-context.ts";
import { settingVerbs } from "../config/setting-verbs.ts";
import { maintenanceVerbs } from "./maintenance-verbs.ts";

export async function allChecks(context: CallContext, settled: Settled): Promise<readonly Check[]> {
  const maintenance = maintenanceVerbs(context, settled);
  return [
    ...maintenance.doctor().checks,
    settingsCheck(context),
    await maintenance.doctorOfRecall(),
    ...(await maintenance.doctorOfSync()),
    ...(await maintenance.doctorOfTeams()),
    ...(await maintenance.doctorOfAgents()),
  ];
}

/** Reports invalid settings, and misspelt ones, which other commands ignore. */
function settingsCheck(context: CallContext): Check {
  const settings = settingVerbs(context);
  const faults = settings.settingFaults();
  if (faults.length > 0) {
    const fix = "Fix the file, or run `oldhand doctor --fix`: it keeps a copy, and every setting that can be read.";
    return { name: "settings", ok: false, detail: faults.join(" "), fix };
  }
  const idle = idleReader(context.config);
  if (idle !== undefined)
    return { name: "settings", ok: false, detail: `${idle.why}.`, fix: `Run \`${idle.command}\`.` };
  const unknown = settings.unknownKeys();
  if (unknown.length === 0) {
    const retired = settings.retiredKeys();
    const note = retired.length === 0 ? "" : `; no longer used, and ignored: ${listOf(retired)}`;
    return { name: "settings", ok: true, detail: `no unknown settings${note}` };
  }
  const fix = "Correct or remove it in config.yml; `oldhand config list` shows all settings.";
  return { name: "settings", ok: false, detail: `unknown: ${listOf(unknown)}`, fix };
}
