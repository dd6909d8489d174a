/** `install` and `uninstall`: show, make and remove changes to the settings of agents and shells. */
import { count, listOf } from "../../core/text/wording.ts";
import type { FileChange, TargetView } from "../../verbs/setup/install-verbs.ts";
import type { Answer, Call } from "../command.ts";
import { printable, type Style } from "../output/style.ts";

const verbs = async ({ io }: Call) => (await import("../../verbs/setup/install-verbs.ts")).installVerbs(io.env);

/** Without a name it lists what was found and changes nothing. */
export async function install(call: Call): Promise<Answer> {
  const { args, given } = call;
  const [name] = args;
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
  const done = chosen.map((target) => installing.install(target.name));
  const json = { installed: done.map((one) => ({ ...summary(one), written: one.written.map(({ file }) => file) })) };
  return { json, text: (style) => done.map((one) => installedText(one, style)).join("\n") || "No agents found." };
}

export async function uninstall(call: Call): Promise<Answer> {
  const { args, given } = call;
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

/** Only the changed lines, between the common start and the common end. */
function difference({ file, before, after }: FileChange): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [
    `--- ${before === undefined ? "(no file)" : file}`,
    `+++ ${after === undefined ? "(no file)" : file}`,
    ...old.slice(start, old.length - end).map((line) => `-${printable(line)}`),
    ...now.slice(start, now.length - end).map((line) => `+${printable(line)}`),
  ].join("\n");
}

function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.replace(/\n$/, "").split("\n");
}
