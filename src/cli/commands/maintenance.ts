/** `doctor`, `rebuild`, `export`, `import`, `dump` and `config`. */
import { actorOf } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import { count, listOf } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { skippedLines, wrappedLines } from "../output/format.ts";
import { printable, type Style } from "../output/style.ts";
import { progressNotes } from "../terminal.ts";
import { closeAfter } from "../with-memory.ts";

type Health = ReturnType<Memory["doctor"]>;

/** Opens the memory itself, so that a memory that cannot be opened is reported as a failed check. */
export async function doctor({ io, note, given }: Call): Promise<Answer> {
  const { openMemory } = await import("../../open/memory.ts");
  const fixed: string[] = [];
  if (given.has("fix")) {
    // Opened again below: what is still wrong then is reported there.
    const memory = await openMemory(io.env, { settle: "files", note: () => {} });
    fixed.push(...(await closeAfter(memory, memory.repairFiles)));
  }
  let health: Health;
  try {
    const memory = await openMemory(io.env, { settle: "all", note });
    health = await closeAfter(memory, () => allChecks(memory));
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    health = { healthy: false, checks: [{ name: "opening", ok: false, detail: error.message }] };
  }
  return {
    json: { ...health, ...(given.has("fix") && { fixed }) },
    text: (style) => [...fixed.map((one) => style.wrap(printable(one))), healthText(health, style)].join("\n"),
    exit: health.healthy ? 0 : 1,
  };
}

export async function rebuild(call: Call, memory: Memory): Promise<Answer> {
  progressNotes(call)("Reading all files...");
  const done = await memory.rebuild({ gone: call.given.has("gone") });
  const deleted = done.deleted === 0 ? "" : ` ${count(done.deleted, "missing file")} treated as deleted.`;
  return { json: done, text: () => `Rebuilt the index: ${count(done.records, "record")}.${deleted}` };
}

async function allChecks(memory: Memory): Promise<Health> {
  const others = [
    await memory.doctorOfRecall(),
    ...(await memory.doctorOfSync()),
    ...(await memory.doctorOfTeams()),
    ...(await memory.doctorOfAgents()),
  ];
  const checks = [...memory.doctor().checks, settingsCheck(memory), ...others];
  return { healthy: checks.every(({ ok }) => ok), checks };
}

/** Reports invalid settings, and misspelt ones, which other commands ignore. */
function settingsCheck(memory: Memory): Health["checks"][number] {
  const faults = memory.settingFaults();
  if (faults.length > 0) {
    const fix = "Fix the file, or run `oldhand doctor --fix`: it keeps a copy, and every setting that can be read.";
    return { name: "settings", ok: false, detail: faults.join(" "), fix };
  }
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

export async function exportAll({ args: [dir] }: Call, memory: Memory): Promise<Answer> {
  const done = await memory.export(dir);
  return {
    json: done,
    text: (style) => style.wrap(`Exported ${count(done.records, "record")} to ${done.directory}.`),
  };
}

export async function importFrom(call: Call, memory: Memory): Promise<Answer> {
  const directory = call.args[0] ?? "";
  const as = await ownerOf(call, memory, directory);
  progressNotes(call)("Importing...");
  const done = await memory.import(directory, { as });
  const { imported, duplicates, proposed, skipped } = done;
  const lines = [
    `Imported ${count(imported, "record")}; ${count(duplicates, "duplicate")} skipped.`,
    ...(proposed > 0 ? [`${count(proposed, "pending suggestion")}: oldhand suggestions --all`] : []),
    ...skippedLines(skipped),
  ];
  return { json: done, text: wrappedLines(lines) };
}

/** One question for all notes; without an answer they are found by search, but not used until they are accepted. */
async function ownerOf({ io, isJson }: Call, memory: Memory, directory: string): Promise<"person" | "external"> {
  const canAsk = !isJson && actorOf(io.env) === "person" && io.input.isTerminal && io.err.columns !== undefined;
  if (!canAsk || (await memory.isExport(directory))) return "external";
  const answer = await io.ask("Are these notes your own? Yes: agents may use them. No: they can only be found. [y/N] ");
  return /^y(es)?$/i.test(answer?.trim() ?? "") ? "person" : "external";
}

export async function dump(_: Call, memory: Memory): Promise<Answer> {
  const lines = await memory.dump();
  return { json: { things: lines.map((line): unknown => JSON.parse(line)) }, text: () => lines.join("\n") };
}

type SettingView = ReturnType<Memory["setting"]>;

export async function listSettings(_: Call, memory: AnyMemory): Promise<Answer> {
  const settings = memory.settings();
  return { json: { settings }, text: (style) => settings.map((setting) => settingRow(setting, style)).join("\n") };
}

export async function getSetting({ args: [key = ""] }: Call, memory: AnyMemory): Promise<Answer> {
  const setting = memory.setting(key);
  return {
    json: setting,
    text: (style) => (style.columns === undefined ? textOf(setting.value) : settingRow(setting, style)),
  };
}

export async function changeSetting({ args: [key = "", value = ""] }: Call, memory: Memory): Promise<Answer> {
  const setting = await memory.set(key, value);
  return { json: setting, text: () => `Set ${setting.key} to ${textOf(setting.value) || "an empty value"}.` };
}

function settingRow({ key, says, from, value, unit, default: fallback }: SettingView, style: Style): string {
  const text = textOf(value);
  const units = unit === undefined ? "" : ` ${value === 1 ? unit.replace(/s$/, "") : unit}`;
  const shown = `${text || "(empty)"}${units}`;
  if (style.columns === undefined) return [key, shown, from, says].join("\t");
  const origin = from === "default" ? "(default)" : `(from ${from}; default: ${textOf(fallback) || "empty"})`;
  const isEmptyDefault = from === "default" && text === "";
  const details = isEmptyDefault ? style.dim("(default: empty)") : `${printable(shown)} ${style.dim(origin)}`;
  return [style.wrap(`${style.bold(key)} ${details}`, "  "), style.wrap(`  ${says}`, "  ")].join("\n");
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}
