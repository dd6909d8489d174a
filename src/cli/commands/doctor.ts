/** `doctor` checks every part of the memory; `rebuild` rebuilds its index. */

import { OldhandError } from "../../core/base/error.ts";
import { count, listOf } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { progressNotes } from "../output/progress.ts";
import { printable, type Style } from "../output/style.ts";
import { closeAfter } from "../with-memory.ts";

type Health = ReturnType<Memory["doctor"]>;

/** Opens the memory itself, so that a memory that cannot be opened is reported as a failed check. */
export async function doctor({ io, note }: Call): Promise<Answer> {
  const { openMemory } = await import("../../open/memory.ts");
  let health: Health;
  try {
    const memory = await openMemory(io.env, { settle: "all", note });
    health = await closeAfter(memory, () => allChecks(memory));
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    health = { healthy: false, checks: [{ name: "opening", ok: false, detail: error.message }] };
  }
  return { json: health, text: (style) => healthText(health, style), exit: health.healthy ? 0 : 1 };
}

export async function rebuild(call: Call, memory: Memory): Promise<Answer> {
  progressNotes(call)("Reading all files...");
  const done = await memory.rebuild({ gone: call.given.has("gone") });
  const deleted = done.deleted === 0 ? "" : ` ${count(done.deleted, "missing file")} treated as deleted.`;
  return { json: done, text: () => `Rebuilt the index: ${count(done.records, "record")}.${deleted}` };
}

async function allChecks(memory: Memory): Promise<Health> {
  const checks = [...memory.doctor().checks, settingsCheck(memory), ...(await memory.doctorOfAgents())];
  return { healthy: checks.every(({ ok }) => ok), checks };
}

/** A misspelt setting is ignored silently elsewhere. */
function settingsCheck(memory: Memory): Health["checks"][number] {
  const unknown = memory.unknownKeys();
  if (unknown.length === 0) return { name: "settings", ok: true, detail: "no unknown settings" };
  const fix = "Correct or remove it in config.yml; `oldhand config list` shows all settings.";
  return { name: "settings", ok: false, detail: `unknown: ${listOf(unknown)}`, fix };
}

function healthText({ checks }: Health, style: Style): string {
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
