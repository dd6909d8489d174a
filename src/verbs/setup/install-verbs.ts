/** The verbs that install oldhand into agents and shells, show what that would change, and uninstall it. */
import { platform } from "node:os";
import { dirname, join, resolve } from "node:path";
import { OldhandError } from "../../core/base/error.ts";
import { version } from "../../core/base/version.ts";
import { listOf } from "../../core/text/wording.ts";
import { homeFrom } from "../../store/files/home.ts";
import {
  type FileChange,
  type InstallContext,
  type Installed,
  install,
  readByCommand,
  readInstalled,
  targets,
  uninstall,
  wouldInstall,
  wouldUninstall,
  writeInstalled,
} from "../../system/install/installation.ts";
import {
  PRE_COMMIT,
  type PreCommit,
  preCommitAt,
  removePreCommit,
  writePreCommit,
} from "../../system/install/pre-commit.ts";
import { isHere, readSettingsFile, resolvedLinks } from "../../system/install/settings-file.ts";
import type { InstallTarget } from "../../system/install/shells.ts";
import { withAncestors } from "../../system/project/locate.ts";
import { demandPerson } from "../call/call-context.ts";
import type { Env } from "../call/environment.ts";

export type { FileChange } from "../../system/install/installation.ts";

export type TargetView = Pick<InstallTarget, "name" | "title" | "gets"> & {
  readonly kind: "agent" | "shell" | "hook";
  /** Where the program keeps its settings. */
  readonly folder: string;
  /** Whether the program is used on this machine. */
  readonly isHere: boolean;
  readonly isInstalled: boolean;
  /** Its memory server was not connected, so a program answers its prompts. */
  readonly answeredBy?: "program";
  /** The files that an installation would write now. */
  readonly changes: readonly FileChange[];
  readonly afterwards?: string;
  /** Why oldhand cannot be installed there now. */
  readonly trouble?: string;
};

type InstallOptions = {
  /** Whether Ctrl-R opens the search in a shell; absent: as it is. */
  readonly searchKey?: boolean | undefined;
  /** What answers an agent's prompts: its memory server, or a program that starts each time. */
  readonly answeredBy?: "server" | "program";
};

export function installVerbs(env: Env) {
  const home = homeFrom(env);
  const byCommand = (): readonly string[] => readByCommand(home.installedFile);
  const context = (): InstallContext => installContext(env, readInstalled(home.installedFile), byCommand());
  const keep = (installed: Installed, names = byCommand()): void =>
    writeInstalled(home.installedFile, installed, names);
  const hook = (): PreCommit => hookHere(env, context());
  return {
    targets(): readonly TargetView[] {
      const now = context();
      return targets().map((target) => viewOf(target, now));
    },

    target: (name: string): TargetView => (isHook(name) ? viewOfHook(hook()) : viewOf(targetNamed(name), context())),

    /** Writes the changes, with a backup of each existing file next to it. */
    install(
      name: string,
      { searchKey, answeredBy = "server" }: InstallOptions = {},
    ): TargetView & { readonly written: readonly FileChange[] } {
      demandPerson(env, "install");
      if (isHook(name)) {
        const found = hook();
        if (found.trouble !== undefined) throw new OldhandError("conflict", found.trouble);
        writePreCommit(found);
        return { ...viewOfHook(hook()), written: found.changes };
      }
      const target = targetNamed(name);
      // An installation by hand starts with the server again; `doctor` finds out if it is not connected.
      const names =
        answeredBy === "program" ? [...new Set([...byCommand(), target.name])] : without(byCommand(), target.name);
      const plain = installContext(env, readInstalled(home.installedFile), names);
      const before = searchKey === undefined ? plain : { ...plain, oldhand: { ...plain.oldhand, searchKey } };
      demandHere(target, before);
      const { changes, files } = install(target, before);
      keep({ ...before.installed, [target.name]: files }, names);
      return { ...viewOf(target, context()), written: changes };
    },

    wouldUninstall(name: string): readonly FileChange[] {
      if (!isHook(name)) return wouldUninstall(targetNamed(name), context());
      const { isInstalled, file } = hook();
      return isInstalled ? [{ file, before: readSettingsFile(file), after: undefined }] : [];
    },

    uninstall(name: string): readonly FileChange[] {
      demandPerson(env, "install");
      if (isHook(name)) return removePreCommit(hook());
      const target = targetNamed(name);
      const before = context();
      const changes = uninstall(target, before);
      const { [target.name]: _, ...others } = before.installed;
      keep(others, without(byCommand(), target.name));
      return changes;
    },
  };
}

const isHook = (name: string): boolean => name.trim().toLowerCase() === PRE_COMMIT;

function hookHere({ cwd = "/" }: Env, { oldhand }: InstallContext): PreCommit {
  const found = preCommitAt(withAncestors(cwd), oldhand);
  if (found === undefined)
    throw new OldhandError("not-found", "This directory is not in a git repository. Run it in the one that commits.");
  return found;
}

function viewOfHook({ file, isInstalled, changes, trouble }: PreCommit): TargetView {
  return {
    ...{ name: PRE_COMMIT, title: "pre-commit hook", kind: "hook", folder: dirname(file), isHere: true },
    ...{ isInstalled, changes, gets: "a check of what is committed in this repository against its rules" },
    ...(trouble !== undefined && { trouble }),
  };
}

const without = (names: readonly string[], name: string): readonly string[] => names.filter((one) => one !== name);

function viewOf(target: InstallTarget, context: InstallContext): TargetView {
  const { name, title, gets, afterwards } = target;
  const kind: TargetView["kind"] = target.kind ?? "agent";
  const seen = {
    ...{ name, title, kind, gets, folder: target.folder(context.machine), isHere: isUsed(target, context) },
    isInstalled: context.installed[name] !== undefined,
    ...(context.oldhand.byCommand?.includes(name) === true && { answeredBy: "program" as const }),
    ...(afterwards !== undefined && { afterwards }),
  };
  try {
    return { ...seen, changes: wouldInstall(target, context) };
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    return { ...seen, changes: [], trouble: error.message };
  }
}

function targetNamed(name: string): InstallTarget {
  const found = targets().find((target) => target.name === name.trim().toLowerCase());
  if (found !== undefined) return found;
  const names = listOf([...targets().map((target) => target.name), PRE_COMMIT, "all"], "or");
  throw new OldhandError("usage", `Unknown target ${name}. Use ${names}.`);
}

function isUsed({ folder, isUsed }: InstallTarget, { machine }: InstallContext): boolean {
  return isUsed?.(machine, folder(machine)) ?? isHere(folder(machine));
}

/** A shell can be chosen before it was ever used; an agent needs its settings folder. */
function demandHere(target: InstallTarget, context: InstallContext): void {
  const folder = target.folder(context.machine);
  if (target.kind === "shell" || isUsed(target, context)) return;
  throw new OldhandError("not-found", `${target.title} was not found: ${folder} does not exist. Start it once first.`);
}

/** The variables that say where this memory is; undefined at its default place. */
function placesOf(env: Env): Readonly<Record<string, string>> | undefined {
  if (env.oldhandHome) return { OLDHAND_HOME: resolve(env.oldhandHome) };
  const { home = "", xdgConfig, xdgData, xdgCache, xdgState } = env;
  const named = [
    ["XDG_CONFIG_HOME", xdgConfig, ".config"],
    ["XDG_DATA_HOME", xdgData, ".local/share"],
    ["XDG_CACHE_HOME", xdgCache, ".cache"],
    ["XDG_STATE_HOME", xdgState, ".local/state"],
  ] as const;
  const set = named.flatMap(([name, path, usual]) =>
    path?.startsWith("/") && path !== join(home, usual) ? [[name, path] as const] : [],
  );
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

/** With absolute paths: the PATH of a host may have no node, or another one. */
function installContext(env: Env, installed: Installed, byCommand: readonly string[]): InstallContext {
  const { started, home, variables } = env;
  if (home === undefined)
    throw new OldhandError("not-found", "HOME is not set, so the settings of other programs cannot be found.");
  const program = resolvedLinks(started?.program ?? "");
  if (started === undefined || !program.endsWith("oldhand.cjs"))
    throw new OldhandError(
      "invalid",
      "Only the built program can be installed: run `npm run build`, then dist/oldhand.cjs.",
    );
  const { plugin } = homeFrom(env);
  const places = placesOf(env);
  return {
    oldhand: { node: started.node, program, version, plugin, byCommand, ...(places !== undefined && { places }) },
    machine: { home, variables, platform: platform() },
    installed,
  };
}
