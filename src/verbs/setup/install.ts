/** `install` and `uninstall`: show, make and remove changes to the settings of agents and shells. */
import { agentsWith } from "../../agents/all.ts";
import { count, listOf } from "../../core/text/wording.ts";
import { fields } from "../declare/field.ts";
import { DRY_RUN } from "../declare/shared-fields.ts";
import { confirmed } from "../declare/terminal.ts";
import { type VerbCall, verb } from "../declare/verb.ts";
import { changedLines } from "../print/format.ts";
import { printable, type Style } from "../print/style.ts";
import type { FileChange, TargetView } from "./install-verbs.ts";

export const WIRED_SHELLS = ["zsh", "bash", "fish"] as const;
const INSTALLED_IN = agentsWith("install").map(({ name }) => name);

export const { CTRL_R, DIFF, AGENT } = fields({
  CTRL_R: { type: "flag", option: "ctrl-r", help: "Let Ctrl-R open `oldhand search` in this shell." },
  DIFF: { ...DRY_RUN, help: "Show the changes to each file, and change nothing." },
  AGENT: {
    type: "line",
    at: "word",
    help: `An agent (${listOf(INSTALLED_IN, "or")}), a shell (${listOf(WIRED_SHELLS, "or")}), pre-commit for a hook of this repository that runs \`oldhand check --staged\`, or all for all agents found.`,
    offers: [...INSTALLED_IN, ...WIRED_SHELLS, "pre-commit", "all"],
  },
});

type Installed = Pick<TargetView, "title" | "afterwards"> & { readonly written: readonly FileChange[] };

/** What was found, what would change, or what was changed. */
type InstallResult =
  | { readonly act: "list"; readonly targets: readonly TargetView[] }
  | { readonly act: "preview"; readonly targets: readonly TargetView[] }
  | { readonly act: "install"; readonly done: readonly (TargetView & Installed)[] };

const installing = async ({ env }: Pick<VerbCall, "env">) => (await import("./install-verbs.ts")).installVerbs(env);

export const connectProgram = verb({
  name: "install",
  summary: "Connect your agents and shells.",
  notes: [
    "Adds hooks, tools and a skill to an agent, or a few marked lines to the end of a shell's start-up file (fish: a file in conf.d).",
    "In a shell, the likely next command is offered too; Ctrl-R is left alone unless you say yes to it or give --ctrl-r.",
    "Without a name it lists what it found and what it would change. Each changed file gets a backup next to it. Comments and the order of your settings are kept.",
  ],
  examples: ["oldhand install", "oldhand install claude-code --dry-run", "oldhand install all", "oldhand install zsh"],
  input: { agent: AGENT, dryRun: DIFF, ctrlR: CTRL_R },
  act: "change",
  needs: "nothing",
  async run(call, { agent: name, dryRun = false, ctrlR = false }): Promise<InstallResult> {
    const verbs = await installing(call);
    if (name === undefined) return { act: "list", targets: verbs.targets() };
    // `all` does not change shells: a start-up file is changed only if the shell is named.
    const agents = () => verbs.targets().filter(({ isHere, kind }) => isHere && kind === "agent");
    const chosen = name === "all" ? agents() : [verbs.target(name)];
    if (dryRun) return { act: "preview", targets: chosen };
    const done: (TargetView & Installed)[] = [];
    for (const target of chosen) {
      const searchKey = await searchKeyFor(target, { call, ctrlR });
      done.push({ ...target, ...verbs.install(target.name, { searchKey }) });
    }
    return { act: "install", done };
  },
  json(result) {
    if (result.act === "list") return { targets: result.targets.map(summary) };
    if (result.act === "preview")
      return { dryRun: true, targets: result.targets.map((one) => ({ ...summary(one), changes: one.changes })) };
    return { installed: result.done.map((one) => ({ ...summary(one), written: one.written.map(({ file }) => file) })) };
  },
  print(result, style) {
    if (result.act === "list") return overview(result.targets, style);
    if (result.act === "preview")
      return result.targets.map(({ title, changes }) => preview(title, changes)).join("\n\n");
    return result.done.map((one) => installedText(one, style)).join("\n") || "No agents found.";
  },
});

type Keyed = { readonly call: VerbCall; readonly ctrlR: boolean };

/** Each key that a shell gives up needs its own yes. */
async function searchKeyFor({ kind, title }: TargetView, { call, ctrlR }: Keyed): Promise<boolean | undefined> {
  if (kind !== "shell") return undefined;
  if (ctrlR) return true;
  if (call.terminal === undefined) return undefined;
  return (await confirmed(call.terminal, `Let Ctrl-R open \`oldhand search\` in ${title}?`)) === "approved";
}

export const disconnectProgram = verb({
  name: "uninstall",
  summary: "Disconnect agents and shells.",
  notes: [
    "`all` includes shells.",
    "A file that has not changed since `install` is restored byte for byte; from any other, only oldhand's additions are removed.",
  ],
  examples: ["oldhand uninstall claude-code", "oldhand uninstall all --dry-run"],
  input: { agent: { ...AGENT, required: true }, dryRun: DIFF },
  act: "change",
  needs: "nothing",
  async run(call, { agent: name, dryRun = false }) {
    const verbs = await installing(call);
    const chosen = name === "all" ? verbs.targets().filter((one) => one.isInstalled) : [verbs.target(name)];
    const done = chosen.map(({ name: own, title, isInstalled }) => ({
      ...{ name: own, title, wasInstalled: isInstalled },
      changes: dryRun ? verbs.wouldUninstall(own) : verbs.uninstall(own),
    }));
    return { dryRun, done };
  },
  json: ({ dryRun, done }) => ({
    dryRun,
    uninstalled: done.map(({ changes, ...one }) => ({ ...one, restored: changes.map(({ file }) => file) })),
  }),
  print({ dryRun, done }) {
    const lines = done.map(({ title, wasInstalled, changes }) => {
      if (dryRun) return preview(title, changes);
      return wasInstalled
        ? `${title}: removed, ${count(changes.length, "file")} restored.`
        : `${title}: not installed.`;
    });
    return lines.join("\n") || "Nothing is installed.";
  },
});

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
