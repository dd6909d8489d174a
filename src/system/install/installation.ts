/** Installs into one program and uninstalls again: changes can be previewed, and are recorded so that they can be undone. */
import type { AgentInstall } from "../../agents/agent.ts";
import { agentsWith } from "../../agents/all.ts";
import type { DesiredChange, InstallMachine, OldhandPaths } from "../../agents/desired-change.ts";
import { sha256 } from "../../core/base/hash.ts";
import { applied, type Patch, reverted } from "./apply-change.ts";
import { readSettingsFile, removeSettings, writeSettingsFile } from "./settings-file.ts";
import type { InstallTarget } from "./shells.ts";
import { SHELL_TARGETS } from "./shells.ts";
import { marketplace, pluginIn, pluginVersion, shellCommand, writtenText } from "./written-files.ts";

/** How one file was before, and how oldhand left it. */
type InstalledFile = {
  readonly file: string;
  readonly hash: string;
  readonly existed: boolean;
  readonly patches: readonly Patch[];
};

/** By the program's name. */
export type Installed = Readonly<Record<string, readonly InstalledFile[]>>;

export type FileChange = {
  readonly file: string;
  /** Undefined if there is no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
};

export type InstallContext = {
  readonly oldhand: OldhandPaths;
  readonly machine: InstallMachine;
  readonly installed: Installed;
};

/** The programs that oldhand can be installed into. */
export function targets(): readonly InstallTarget[] {
  return [...agentsWith("install").map(asTarget), ...SHELL_TARGETS];
}

function asTarget({ name, title, install }: { name: string; title: string; install: AgentInstall }): InstallTarget {
  const { gets, folder, changes, afterwards, trouble } = install;
  return {
    ...{ name, title, gets, folder, afterwards, trouble },
    desiredChanges: (oldhand, dir, machine) =>
      changes({
        ...{ oldhand, folder: dir, machine },
        textOf: (text, agent) => writtenText(text, oldhand, agent),
        command: (...words) => shellCommand(oldhand, ...words),
        plugin: {
          marketplace: () => marketplace(oldhand),
          inFolder: (where) => pluginIn(where, oldhand),
          version: pluginVersion(oldhand),
        },
      }),
  };
}

const BACKUP_ENDING = ".before-oldhand";

/** Empty if everything is installed already. */
export function wouldInstall(target: InstallTarget, context: InstallContext): FileChange[] {
  return changesFor(target, context).flatMap((change) => {
    const before = readSettingsFile(change.file);
    const { text: after } = applied(change, before ?? "");
    return before === after ? [] : [{ file: change.file, before, after }];
  });
}

/** Changes all files or none: if one cannot be written, those before it are put back. */
export function install(
  target: InstallTarget,
  context: InstallContext,
): { changes: readonly FileChange[]; files: readonly InstalledFile[] } {
  const { machine, installed, oldhand } = context;
  const changes = wouldInstall(target, context);
  const known = new Map((installed[target.name] ?? []).map((file) => [file.file, file]));
  const written: { readonly file: string; readonly before: string | undefined }[] = [];
  const write = (file: string, text: string): void => {
    const before = readSettingsFile(file);
    writeSettingsFile(file, text);
    written.push({ file, before });
  };
  const writeChange = (change: DesiredChange): InstalledFile => {
    const before = readSettingsFile(change.file);
    const last = known.get(change.file);
    const isOurs = last !== undefined && before !== undefined && sha256(before) === last.hash;
    // If somebody changed the file since, the original is what remains without our part.
    const theirs = last === undefined || isOurs ? undefined : withoutOurs(change, before, last);
    const original = isOurs ? readSettingsFile(backupOf(change.file)) : (theirs ?? before);
    const { text, patches } = applied(change, (change.kind === "own" ? before : original) ?? "");
    if (text !== before) {
      if (change.kind !== "own" && original !== undefined) write(backupOf(change.file), original);
      write(change.file, text);
    }
    const existed = isOurs ? last.existed : change.kind !== "own" && (theirs ?? before) !== undefined;
    return { file: change.file, hash: sha256(text), existed, patches };
  };
  let files: InstalledFile[];
  try {
    files = changesFor(target, context).map(writeChange);
  } catch (error) {
    for (const { file, before } of written.toReversed()) {
      if (before === undefined) removeSettings(file, folderAbove(file, target.folder(machine), oldhand));
      else writeSettingsFile(file, before);
    }
    throw error;
  }
  const left = new Set(files.map(({ file }) => file));
  // Files of an earlier version that this one does not write.
  for (const { file, existed } of known.values()) {
    if (!left.has(file) && !existed && !isShared(file, target, installed)) removeSettings(file, target.folder(machine));
  }
  return { changes, files };
}

export function wouldUninstall(target: InstallTarget, { oldhand, machine, installed }: InstallContext): FileChange[] {
  const desiredChanges = new Map(
    target.desiredChanges(oldhand, target.folder(machine), machine).map((change) => [change.file, change]),
  );
  return (installed[target.name] ?? []).flatMap((file): FileChange[] => {
    const before = readSettingsFile(file.file);
    if (before === undefined || isShared(file.file, target, installed)) return [];
    const isOurs = sha256(before) === file.hash;
    if (isOurs && !file.existed) return [{ file: file.file, before, after: undefined }];
    const backup = isOurs ? readSettingsFile(backupOf(file.file)) : undefined;
    const change = desiredChanges.get(file.file);
    const after = backup ?? (change === undefined ? before : withoutOurs(change, before, file));
    return after === before ? [] : [{ file: file.file, before, after }];
  });
}

export function uninstall(target: InstallTarget, context: InstallContext): readonly FileChange[] {
  const changes = wouldUninstall(target, context);
  const folder = target.folder(context.machine);
  for (const { file, after } of changes) {
    if (after === undefined) removeSettings(file, folderAbove(file, folder, context.oldhand));
    else writeSettingsFile(file, after);
  }
  for (const { file } of context.installed[target.name] ?? []) removeSettings(backupOf(file), folder);
  return changes;
}

/** The folder that stays if the file is removed. */
function folderAbove(file: string, folder: string, { plugin }: OldhandPaths): string {
  return file.startsWith(`${folder}/`) ? folder : plugin;
}

/** Leaves out files that somebody else wrote under a name of ours. */
function changesFor(target: InstallTarget, { oldhand, machine, installed }: InstallContext): readonly DesiredChange[] {
  const known = new Set(Object.values(installed).flatMap((files) => files.map(({ file }) => file)));
  return target.desiredChanges(oldhand, target.folder(machine), machine).filter((change) => {
    const there = change.kind !== "own" || known.has(change.file) ? undefined : readSettingsFile(change.file);
    return there === undefined || (change.kind === "own" && there === change.text);
  });
}

function backupOf(file: string): string {
  return `${file}${BACKUP_ENDING}`;
}

/** A file of ours that somebody edited is left as it is. */
function withoutOurs(change: DesiredChange, text: string | undefined, { patches }: InstalledFile): string | undefined {
  return text === undefined || change.kind === "own" ? text : reverted(change, text, patches);
}

/** Two agents share the plugin folder. */
function isShared(file: string, { name }: InstallTarget, installed: Installed): boolean {
  return Object.entries(installed).some(([other, files]) => other !== name && files.some((one) => one.file === file));
}

/** The record of what was installed where, from which `uninstall` works. */
export function readInstalled(file: string): Installed {
  const text = readSettingsFile(file);
  if (text === undefined) return {};
  try {
    const { targets } = JSON.parse(text) as { targets: Installed };
    return typeof targets === "object" && targets !== null ? targets : {};
  } catch {
    return {}; // damaged: everything is then removed by its keys
  }
}

export function writeInstalled(file: string, targets: Installed, byCommand: readonly string[] = []): void {
  const more = byCommand.length === 0 ? {} : { byCommand };
  writeSettingsFile(file, `${JSON.stringify({ version: 1, targets, ...more }, null, 2)}\n`);
}

/** The agents whose prompts a program answers, because their memory server is not connected. */
export function readByCommand(file: string): readonly string[] {
  try {
    const { byCommand } = JSON.parse(readSettingsFile(file) ?? "{}") as { byCommand?: unknown };
    return Array.isArray(byCommand) ? byCommand.filter((name) => typeof name === "string") : [];
  } catch {
    return []; // damaged: the default
  }
}
