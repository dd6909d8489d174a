/** `install` and `uninstall`: show, make and remove changes to the settings of agents and shells. */
import { count, listOf } from "../../core/text/wording.ts";
import { changedLines } from "../../verbs/setup/changed-lines.ts";
import type { FileChange, TargetView } from "../../verbs/setup/install-verbs.ts";
import type { Answer, Call } from "../command.ts";
import { printable, type Style } from "../output/style.ts";
import { canPrompt, withProgressLine } from "../terminal.ts";

const verbs = async ({ io }: Call) => (await import("../../verbs/setup/install-verbs.ts")).installVerbs(io.env);

/** Without a name it lists what was found and changes nothing. */
export async function install(call: Call): Promise<Answer> {
  const { args, given } = call;
  const [name] = args;
  if (name === MINILM) return installMiniLm(call);
  const installing = await verbs(call);
  if (name === undefined) {
    const targets = installing.targets();
    return { json: { targets: targets.map(summary) }, text: (style) => overview(targets, style) };
  }
  // `all` does not change shells: a start-up file is changed only if the shell is named.
  const agents = () => installing.targets().filter(({ isHere, kind }) => isHere && kind === "agent");
  const chosen = name === "all" ? agents() : [installing.target(name)];
  if (given.has("dry-run")) {
    const json = { dryRun: true, targets: chosen.map((target) => ({ ...summary(target), changes: target.changes })) };
    return { json, text: () => chosen.map((target) => preview(target.title, target.changes)).join("\n\n") };
  }
  const done: ReturnType<typeof installing.install>[] = [];
  for (const target of chosen)
    done.push(installing.install(target.name, { searchKey: await searchKeyFor(target, call) }));
  const json = { installed: done.map((one) => ({ ...summary(one), written: one.written.map(({ file }) => file) })) };
  return { json, text: (style) => done.map((one) => installedText(one, style)).join("\n") || "No agents found." };
}

/** Each key that a shell gives up needs its own yes. */
async function searchKeyFor({ kind, title }: TargetView, { io, given, isJson }: Call): Promise<boolean | undefined> {
  if (kind !== "shell") return undefined;
  if (given.has("ctrl-r")) return true;
  if (!canPrompt({ io, isJson })) return undefined;
  const answer = await io.ask(`Let Ctrl-R open \`oldhand search\` in ${title}? [y/N] `);
  return /^y(?:es)?$/i.test(answer?.trim() ?? "");
}

/** An embedder is not a program that oldhand is connected to: it belongs to this memory. */
async function installMiniLm({ io, given }: Call): Promise<Answer> {
  const memory = await openedMemory(io.env);
  try {
    const cost = await memory.minilmCost();
    if (given.has("dry-run")) return { json: { dryRun: true, name: MINILM, cost }, text: (style) => style.wrap(cost) };
    await withProgressLine(io, (say) => memory.installMiniLm(say));
  } finally {
    memory.close();
  }
  const text = "MiniLM: installed, and recall uses it. `oldhand learn` gives your messages their vectors.";
  return { json: { installed: [{ name: MINILM }] }, text: (style) => style.wrap(text) };
}

async function uninstallMiniLm({ io, given }: Call): Promise<Answer> {
  const memory = await openedMemory(io.env);
  const isDry = given.has("dry-run");
  try {
    const wasInstalled = isDry ? await memory.isMiniLmInstalled() : await memory.uninstallMiniLm();
    const done = isDry ? "would be removed" : "removed. Recall uses the default embedder";
    const json = { dryRun: isDry, uninstalled: [{ name: MINILM, wasInstalled }] };
    return { json, text: () => `MiniLM: ${wasInstalled ? done : "not installed"}.` };
  } finally {
    memory.close();
  }
}

const MINILM = "minilm";

async function openedMemory(env: Call["io"]["env"]) {
  return (await import("../../open/memory.ts")).openMemory(env);
}

export async function uninstall(call: Call): Promise<Answer> {
  const { args, given } = call;
  if (args[0] === MINILM) return uninstallMiniLm(call);
  const installing = await verbs(call);
  const [name = ""] = args;
  const chosen = name === "all" ? installing.targets().filter((one) => one.isInstalled) : [installing.target(name)];
  const isDry = given.has("dry-run");
  const done = chosen.map(({ name: own, title, isInstalled }) => ({
    name: own,
    title,
    wasInstalled: isInstalled,
    changes: isDry ? installing.wouldUninstall(own) : installing.uninstall(own),
  }));
  const json = {
    dryRun: isDry,
    uninstalled: done.map(({ changes, ...one }) => ({ ...one, restored: changes.map(({ file }) => file) })),
  };
  const lines = done.map(({ title, wasInstalled, changes }) => {
    if (isDry) return preview(title, changes);
    return wasInstalled ? `${title}: removed, ${count(changes.length, "file")} restored.` : `${title}: not installed.`;
  });
  return { json, text: () => lines.join("\n") || "Nothing is installed." };
}

/** The built program runs a smaller one for hooks; started from source, a hook answers nothing. */
export async function hook(): Promise<Answer> {
  return { json: {}, text: () => "" };
}

function summary({ name, title, kind, isHere, isInstalled, changes, afterwards, trouble }: TargetView) {
  const files = changes.map(({ file }) => file);
  return { name, title, kind, isHere, isInstalled, files, afterwards, trouble };
}

function overview(targets: readonly TargetView[], style: Style): string {
  const here = targets.filter(({ isHere }) => isHere);
  const lines = here.map((target) => style.wrap(`${nameText(target, style)}: ${stateText(target)}`, "  "));
  const absent = targets.filter(({ isHere }) => !isHere).map(({ name }) => name);
  return [
    ...(lines.length === 0 ? ["No agents or shells found."] : lines),
    ...(absent.length === 0 ? [] : [style.wrap(style.dim(`Not found: ${listOf(absent)}.`), "  ")]),
    "",
    style.wrap(
      "Nothing was changed. `oldhand install NAME --dry-run` shows the changes, `oldhand install NAME` makes them.",
    ),
  ].join("\n");
}

function nameText({ title, name }: TargetView, style: Style): string {
  return title === name ? style.bold(name) : `${style.bold(title)} (${name})`;
}

function stateText({ isInstalled, changes, gets, trouble }: TargetView): string {
  if (trouble !== undefined) return trouble;
  if (isInstalled && changes.length === 0) return "installed.";
  if (isInstalled) return `installed; ${count(changes.length, "file")} would be updated.`;
  return `not installed; would add ${gets} (${count(changes.length, "file")}).`;
}

type Installed = Pick<TargetView, "title" | "afterwards"> & { readonly written: readonly FileChange[] };

function installedText({ title, written, afterwards }: Installed, style: Style): string {
  const done = written.length === 0 ? "already installed." : `installed; ${count(written.length, "file")} written.`;
  return style.wrap([`${title}: ${done}`, ...(afterwards === undefined ? [] : [afterwards])].join(" "), "  ");
}

function preview(title: string, changes: readonly FileChange[]): string {
  if (changes.length === 0) return `${title}: nothing would change.`;
  return [`${title}:`, ...changes.map(difference)].join("\n");
}

function difference({ file, before, after }: FileChange): string {
  const { removed, added } = changedLines({ before, after });
  return [
    `--- ${before === undefined ? "(no file)" : file}`,
    `+++ ${after === undefined ? "(no file)" : file}`,
    ...removed.map((line) => `-${printable(line)}`),
    ...added.map((line) => `+${printable(line)}`),
  ].join("\n");
}
