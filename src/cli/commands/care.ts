/** `doctor` checks every part of the memory; `rebuild` makes its index anew. */
import { OldhandError } from "../../core/base/error.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { closing } from "../memory-for.ts";
import { type Page, shown } from "../page.ts";
import { counted } from "../say.ts";

type Health = ReturnType<Memory["doctor"]>;

/** Opens the memory itself: one that cannot be opened is a finding, not a failure to look. */
export async function doctor({ io, note }: Call): Promise<Answer> {
  const { openMemory } = await import("../../open/memory.ts");
  let health: Health;
  try {
    const memory = await openMemory(io.env, { settle: "all", note });
    health = await closing(memory, () => allChecks(memory));
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    health = { healthy: false, checks: [{ name: "opening", ok: false, detail: error.message }] };
  }
  return { json: health, text: (page) => healthText(health, page), exit: health.healthy ? 0 : 1 };
}

export async function rebuild({ given, io }: Call, memory: Memory): Promise<Answer> {
  if (io.err.columns !== undefined) io.err.write("Reading every file...\n");
  const done = await memory.rebuild({ gone: given.has("gone") });
  const deleted = done.deleted === 0 ? "" : ` ${counted(done.deleted, "vanished file")} counted as deleted.`;
  return { json: done, text: () => `The index holds ${counted(done.records, "record")}.${deleted}` };
}

async function allChecks(memory: Memory): Promise<Health> {
  const checks = [...memory.doctor().checks, settingsCheck(memory), ...(await memory.doctorOfAgents())];
  return { healthy: checks.every(({ ok }) => ok), checks };
}

/** A misspelt setting does nothing, silently; only this says so. */
function settingsCheck(memory: Memory): Health["checks"][number] {
  const unknown = memory.unknownKeys();
  if (unknown.length === 0) return { name: "settings", ok: true, detail: "all known" };
  const fix = "Correct or remove it in config.yml; `oldhand config list` shows what there is.";
  return { name: "settings", ok: false, detail: `no setting is called ${unknown.join(", ")}`, fix };
}

function healthText({ healthy, checks }: Health, page: Page): string {
  const lines = checks.map(({ name, ok, detail, fix }) => {
    const mark = ok ? page.good("ok  ") : page.bad("bad ");
    const what = page.wrapped(`    ${shown(`${name}: ${detail}`)}`, "    ").slice(4);
    return [`${mark}${what}`, ...(fix === undefined ? [] : [page.wrapped(`    ${fix}`, "    ")])].join("\n");
  });
  return [...lines, healthy ? "Everything is well." : "Something needs attention."].join("\n");
}
