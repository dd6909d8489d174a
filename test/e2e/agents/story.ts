/** The story that every agent plays: a rule is stated, a check fails, a setting is fixed, the check passes; then one more turn. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { THOUGHT } from "../../fixtures/transcripts/write.ts";
import type { AgentDesk, AgentRun } from "./agent-desk.ts";

export const RULE = "Prices must always be integer cents.";
export const ASKED = `${RULE} Please make sh check.sh pass.`;
export const ASKED_AGAIN = "Please run the check once more.";
export const CHECK = "sh check.sh";

/** The setting that the check needs, and its output without it. */
export function setScene({ project }: AgentDesk): void {
  const check = [
    ". ./settings.conf",
    'test -n "$TAX_RATE" || { echo "Error: TAX_RATE is not set" >&2; exit 3; }',
    'echo "12 prices are right"',
  ];
  writeFileSync(join(project, "check.sh"), `${check.join("\n")}\n`);
  writeFileSync(join(project, "settings.conf"), "CURRENCY=EUR\n");
}

export function firstTurn({ project, run }: AgentDesk): Promise<AgentRun> {
  const settings = join(project, "settings.conf");
  return run(
    { prompt: ASKED },
    { thinks: THOUGHT, says: "I run the check first.", does: { run: CHECK } },
    { does: { read: settings } },
    { thinks: THOUGHT, does: { edit: settings, from: "CURRENCY=EUR", to: "CURRENCY=EUR\nTAX_RATE=19" } },
    { does: { run: CHECK } },
    { thinks: THOUGHT, says: "The tax rate was missing in settings.conf. The check passes now." },
  );
}

export function secondTurn({ run }: AgentDesk): Promise<AgentRun> {
  return run(
    { prompt: ASKED_AGAIN, goesOn: true },
    { does: { run: CHECK } },
    { thinks: THOUGHT, says: "It still passes: 12 prices are right." },
  );
}

export const HELPER_WAS_TOLD = "Count the files here and report.";
export const SUMMARY = "Prices are kept in integer cents.";

/** The agent starts a subagent, whose work is in a separate session. */
export function turnWithHelper({ run }: AgentDesk): Promise<AgentRun> {
  return run(
    { prompt: "Let somebody count the files." },
    { says: "I ask a helper.", does: { delegate: HELPER_WAS_TOLD } },
    { thinks: THOUGHT, does: { run: "ls | wc -l" } },
    { thinks: THOUGHT, says: "There are 3 files." },
    { says: "The helper found three files." },
  );
}

/** Claude Code only: a background command, whose end arrives as a turn that no person wrote, and then a compaction. */
export async function turnsOfMachine({ run }: AgentDesk): Promise<AgentRun[]> {
  const input = { command: "sleep 1; echo built", description: "Build", run_in_background: true };
  const inBackground = await run(
    { prompt: "Start the build in the background.", goesOn: true },
    { does: { tool: "Bash", input } },
    { says: "The build runs." },
    { says: "The build has ended." },
  );
  const compaction = await run(
    { prompt: "/compact", goesOn: true },
    { thinks: THOUGHT, says: `<analysis>${THOUGHT}</analysis><summary>${SUMMARY}</summary>` },
  );
  return [inBackground, compaction];
}
