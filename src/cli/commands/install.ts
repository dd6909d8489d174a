/** `install` and `uninstall`: shows what would change in other programs' settings, changes it, and takes it back. */
import type { FileChange, TargetView } from "../../verbs/setup/install-verbs.ts";
import type { Answer, Call } from "../command.ts";
import { type Page, shown } from "../page.ts";
import { counted } from "../say.ts";

const verbs = async ({ io }: Call) => (await import("../../verbs/setup/install-verbs.ts")).installingVerbs(io.env);

/** Without a name nothing is changed: it says what is here. */
export async function install(call: Call): Promise<Answer> {
  const { args, given } = call;
  const installing = await verbs(call);
  const [name] = args;
  if (name === undefined) {
    const targets = installing.targets();
    return { json: { targets: targets.map(summary) }, text: (page) => overview(targets, page) };
  }
  // A shell's start-up file is the person's own: it is changed only where the shell was named.
  const agents = () => installing.targets().filter(({ isHere, kind }) => isHere && kind === "agent");
  const chosen = name === "all" ? agents() : [installing.target(name)];
  if (given.has("dry-run")) {
    const json = { dryRun: true, targets: chosen.map((target) => ({ ...summary(target), changes: target.changes })) };
    return { json, text: () => chosen.map((target) => preview(target.title, target.changes)).join("\n\n") };
  }
  const done = chosen.map((target) => installing.install(target.name));
  const json = { installed: done.map((one) => ({ ...summary(one), written: one.written.map(({ file }) => file) })) };
  return { json, text: (page) => done.map((one) => installedText(one, page)).join("\n") || "No agent was found here." };
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
  const told = () =>
    done
      .map(({ title, wasInstalled, changes }) => {
        if (isDry) return preview(title, changes);
        return wasInstalled
          ? `${title}: ${counted(changes.length, "file")} put back.`
          : `${title}: nothing was installed.`;
      })
      .join("\n");
  return { json, text: () => told() || "Nothing was installed." };
}

/** The program hands hooks to a smaller one before it comes here; from sources there is no such program. */
export async function hookAlone(): Promise<Answer> {
  return { json: {}, text: () => "" };
}

function summary({ name, title, kind, isHere, isInstalled, changes, afterwards, trouble }: TargetView) {
  return {
    name,
    title,
    kind,
    isHere,
    isInstalled,
    files: changes.map(({ file }) => file),
    ...(afterwards !== undefined && { afterwards }),
    ...(trouble !== undefined && { trouble }),
  };
}

function overview(targets: readonly TargetView[], page: Page): string {
  const here = targets.filter(({ isHere }) => isHere);
  const lines = here.map((target) =>
    page.wrapped(`${page.bold(target.title)} (${target.name}): ${standing(target)}`, "  "),
  );
  const absent = targets.filter(({ isHere }) => !isHere).map(({ name }) => name);
  return [
    ...(lines.length === 0 ? ["No agent and no shell was found here."] : lines),
    ...(absent.length === 0 ? [] : [page.wrapped(page.dim(`Not found here: ${absent.join(", ")}.`), "  ")]),
    "",
    page.wrapped("`oldhand install NAME` installs, `--dry-run` shows the difference first. Nothing was changed."),
  ].join("\n");
}

function standing({ isInstalled, changes, gets, trouble }: TargetView): string {
  if (trouble !== undefined) return trouble;
  if (isInstalled && changes.length === 0) return "installed.";
  if (isInstalled) return `installed, and ${counted(changes.length, "file")} would be brought up to date.`;
  return `would get ${gets}; ${counted(changes.length, "file")} would be written.`;
}

function installedText(
  { title, written, afterwards }: { title: string; written: readonly FileChange[]; afterwards?: string },
  page: Page,
): string {
  const done =
    written.length === 0 ? "was installed already." : `installed; ${counted(written.length, "file")} written.`;
  return page.wrapped([`${title}: ${done}`, ...(afterwards === undefined ? [] : [afterwards])].join(" "), "  ");
}

function preview(title: string, changes: readonly FileChange[]): string {
  if (changes.length === 0) return `${title}: nothing would change.`;
  return [`${title}:`, ...changes.map(difference)].join("\n");
}

/** Only the lines between what stays the same before and after. */
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
    ...old.slice(start, old.length - end).map((line) => `-${shown(line)}`),
    ...now.slice(start, now.length - end).map((line) => `+${shown(line)}`),
  ].join("\n");
}

function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.replace(/\n$/, "").split("\n");
}
