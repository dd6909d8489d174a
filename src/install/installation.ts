/** Installs into one program and out of it: what would change is known before, and what was changed is noted for the way back. */
import { sha256 } from "../core/base/hash.ts";
import { granted, type Patch, takenBack } from "./change.ts";
import { readSettings, removeSettings, writeSettings } from "./settings-file.ts";
import type { Ground, Ours, Target, Wish } from "./wish.ts";

/** What one file was before, and how oldhand left it. */
type Noted = {
  readonly file: string;
  readonly hash: string;
  readonly existed: boolean;
  readonly patches: readonly Patch[];
};

/** By the program's name. */
export type Installed = Readonly<Record<string, readonly Noted[]>>;

export type FileChange = {
  readonly file: string;
  /** Undefined where there is, or will be, no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
};

export type Means = { readonly ours: Ours; readonly ground: Ground; readonly installed: Installed };

const BACKUP_ENDING = ".before-oldhand";

/** Nothing where all of it is there. */
export function wouldInstall(target: Target, means: Means): FileChange[] {
  return wishesOf(target, means).flatMap((wish) => {
    const before = readSettings(wish.file);
    const { text: after } = granted(wish, before ?? "");
    return before === after ? [] : [{ file: wish.file, before, after }];
  });
}

/** All files are read and changed in mind before the first is written: one that cannot be changed keeps all as they are. */
export function install(target: Target, means: Means): { changes: readonly FileChange[]; noted: readonly Noted[] } {
  const { ground, installed } = means;
  const changes = wouldInstall(target, means);
  const known = new Map((installed[target.name] ?? []).map((noted) => [noted.file, noted]));
  const noted = wishesOf(target, means).map((wish): Noted => {
    const before = readSettings(wish.file);
    const last = known.get(wish.file);
    const isOurs = last !== undefined && before !== undefined && sha256(before) === last.hash;
    // Where somebody changed it since, what is theirs is what is left without ours.
    const theirs = last === undefined || isOurs ? undefined : withoutOurs(wish, before, last);
    const original = isOurs ? readSettings(backupOf(wish.file)) : (theirs ?? before);
    const { text, patches } = granted(wish, (wish.kind === "own" ? before : original) ?? "");
    if (text !== before) {
      if (wish.kind !== "own" && original !== undefined) writeSettings(backupOf(wish.file), original);
      writeSettings(wish.file, text);
    }
    const existed = isOurs ? last.existed : wish.kind !== "own" && (theirs ?? before) !== undefined;
    return { file: wish.file, hash: sha256(text), existed, patches };
  });
  const left = new Set(noted.map(({ file }) => file));
  // Files of an earlier version lie where nobody looks any more.
  for (const { file, existed } of known.values()) {
    if (!left.has(file) && !existed && !isShared(file, target, installed)) removeSettings(file, target.folder(ground));
  }
  return { changes, noted };
}

export function wouldUninstall(target: Target, { ours, ground, installed }: Means): FileChange[] {
  const wishes = new Map(target.wishes(ours, ground).map((wish) => [wish.file, wish]));
  return (installed[target.name] ?? []).flatMap((noted): FileChange[] => {
    const before = readSettings(noted.file);
    if (before === undefined || isShared(noted.file, target, installed)) return [];
    const isOurs = sha256(before) === noted.hash;
    if (isOurs && !noted.existed) return [{ file: noted.file, before, after: undefined }];
    const backup = isOurs ? readSettings(backupOf(noted.file)) : undefined;
    const wish = wishes.get(noted.file);
    const after = backup ?? (wish === undefined ? before : withoutOurs(wish, before, noted));
    return after === before ? [] : [{ file: noted.file, before, after }];
  });
}

export function uninstall(target: Target, means: Means): readonly FileChange[] {
  const changes = wouldUninstall(target, means);
  const folder = target.folder(means.ground);
  for (const { file, after } of changes) {
    if (after === undefined) removeSettings(file, file.startsWith(`${folder}/`) ? folder : means.ours.plugin);
    else writeSettings(file, after);
  }
  for (const { file } of means.installed[target.name] ?? []) removeSettings(backupOf(file), folder);
  return changes;
}

/** A file that somebody else wrote under the name of one of ours stays theirs. */
function wishesOf(target: Target, { ours, ground, installed }: Means): readonly Wish[] {
  const noted = new Set(Object.values(installed).flatMap((files) => files.map(({ file }) => file)));
  return target.wishes(ours, ground).filter((wish) => {
    const there = wish.kind !== "own" || noted.has(wish.file) ? undefined : readSettings(wish.file);
    return there === undefined || (wish.kind === "own" && there === wish.text);
  });
}

function backupOf(file: string): string {
  return `${file}${BACKUP_ENDING}`;
}

/** A file of ours that a hand changed is left to that hand. */
function withoutOurs(wish: Wish, text: string | undefined, { patches }: Noted): string | undefined {
  return text === undefined || wish.kind === "own" ? text : takenBack(wish, text, patches);
}

/** The plugin folder serves two agents. */
function isShared(file: string, { name }: Target, installed: Installed): boolean {
  return Object.entries(installed).some(([other, files]) => other !== name && files.some((one) => one.file === file));
}
