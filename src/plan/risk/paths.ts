/** The paths that a command writes to, and where a path leads: into the project, out of it, to settings, to the system. */
import { hasOption, hasVerb, operands, type ParsedCommand, runsOneOf } from "../../core/command/parsed-command.ts";
import { resolvedPath, type Word } from "../../core/command/syntax/word.ts";
import type { GitState } from "../../core/plan/plan.ts";
import { isInside } from "../../core/project/project.ts";

export type PathLocation =
  | "sink"
  | "inside"
  | "git"
  | "project"
  | "above"
  | "temporary"
  | "settings"
  | "system"
  | "elsewhere"
  | "unknown";

/** Where a command would run, and whether a script of the project runs it. */
export type RunPlace = {
  /** A script that tests, builds or lints by its name is a `check`. */
  readonly calledFrom: "line" | "script" | "check";
  readonly cwd: string | undefined;
  readonly projectRoot: string;
  readonly home: string | undefined;
  /** What git knows about a path; absent: nothing. */
  readonly gitState?: ((path: string) => GitState) | undefined;
};

const SINK = /^(?:-|\/dev\/(?:null|stdout|stderr|tty|fd\/\d+))$/;
const TEMPORARY = ["/tmp", "/var/tmp", "/private/tmp"];
const SYSTEM =
  "/etc /usr /bin /sbin /lib /lib64 /boot /dev /proc /sys /var /opt /root /System /Library /Applications".split(" ");

export function locationOf(word: Word, place: RunPlace): PathLocation {
  const path = resolvedPath(word, place);
  if (path === undefined) return "unknown";
  if (SINK.test(word.value)) return "sink";
  const { projectRoot: root, home } = place;
  if (path === "/" || path === home) return "above";
  if (isOwnRoot(root, home)) {
    if (path === root) return "project";
    if (isInside(root, path)) return "above";
    if (isInside(path, root)) return isAtOrIn(path, `${root}/.git`) ? "git" : "inside";
  }
  if (TEMPORARY.some((folder) => isAtOrIn(path, folder))) return "temporary";
  if (home !== undefined && isInside(path, home))
    return path.slice(home.length + 1).startsWith(".") ? "settings" : "elsewhere";
  return SYSTEM.some((folder) => isAtOrIn(path, folder)) ? "system" : "elsewhere";
}

const isAtOrIn = (path: string, folder: string): boolean => path === folder || isInside(path, folder);

/** A home or the entire disk is not a project. */
export function isOwnRoot(root: string, home: string | undefined): boolean {
  return root !== "/" && root !== "" && root !== home;
}

/** As far as the words of the command show. */
export function writtenBy(command: ParsedCommand): readonly Word[] {
  return [...redirected(command), ...named(command)];
}

/** `2>&1` and `>&-` open no file. */
function redirected(command: ParsedCommand): readonly Word[] {
  return command.redirects
    .filter(({ operator, target }) => />/.test(operator) && !(operator === ">&" && /^(?:\d+|-)-?$/.test(target.value)))
    .map(({ target }) => target);
}

const ALL =
  "touch mkdir tee rm rmdir unlink shred truncate chmod chown chgrp mkfifo mktemp mknod rimraf mkdirp setfacl";
const LAST = "cp mv install ln rsync scp ditto";
/** Programs, and the options before the files that they write. */
const OUTPUTS: readonly (readonly [programs: string, options: string])[] = [
  ["unzip 7z", "-d -o"],
  ["curl", "-o --output --output-dir -D --dump-header -c --cookie-jar --trace"],
  ["wget", "-O --output-document -P --directory-prefix -o --output-file"],
  ["sort uniq gcc cc clang g++ go pandoc ffmpeg", "-o --output"],
];

function named(command: ParsedCommand): readonly Word[] {
  const all = operands(command);
  if (runsOneOf(command, ALL)) return runsOneOf(command, "chmod chown chgrp setfacl") ? all.slice(1) : all;
  // A moved file is deleted from its old path too.
  if (runsOneOf(command, LAST))
    return [
      ...(runsOneOf(command, "mv") ? all : all.slice(-1)).filter(isLocal),
      ...after(command, "-t --target-directory"),
    ];
  if (runsOneOf(command, "sed gsed perl ruby")) return hasOption(command, "-i --in-place") ? all.slice(1) : [];
  if (runsOneOf(command, "dd"))
    return command.args.filter(({ value }) => value.startsWith("of=")).map((arg) => cut(arg, 3));
  if (runsOneOf(command, "tar bsdtar"))
    return [
      ...after(command, "-C --directory"),
      ...(/^-?[a-z]*c/.test(command.args[0]?.value ?? "")
        ? after(command, "-f --file -cf -czf -cvf -czvf -cjf czf cf cvf czvf")
        : []),
    ];
  const output = OUTPUTS.find(([programs]) => runsOneOf(command, programs));
  if (output !== undefined) return after(command, output[1]);
  if (runsOneOf(command, "git")) return writtenByGit(command);
  if (runsOneOf(command, "npm pnpm yarn"))
    return hasVerb(command, "config set,set,config delete")
      ? [HOME_SETTINGS]
      : isGlobal(command)
        ? [SYSTEM_PATH]
        : after(command, "--prefix -C --dir");
  if (/^pip[\d.]*$/.test(command.program))
    return [
      ...after(command, "-t --target --prefix --root"),
      ...(hasOption(command, "--user --break-system-packages") ? [SYSTEM_PATH] : []),
    ];
  return [];
}

const HOME_SETTINGS: Word = { value: "~/.npmrc", written: "~/.npmrc", form: "literal" };
const SYSTEM_PATH: Word = { value: "/usr/local", written: "/usr/local", form: "literal" };

const isGlobal = (command: ParsedCommand): boolean =>
  hasOption(command, "-g --global") && hasVerb(command, "install,i,add,update,uninstall,rm,remove,link,up");

function writtenByGit(command: ParsedCommand): readonly Word[] {
  const place = after(command, "-C --work-tree --git-dir");
  if (hasVerb(command, "config") && hasOption(command, "--global --system")) {
    const isLook = hasOption(command, "--get --list -l --get-all --get-regexp");
    return isLook ? [] : [{ value: "~/.gitconfig", written: "~/.gitconfig", form: "literal" }];
  }
  const all = operands(command);
  if (hasVerb(command, "clone")) return all.slice(2, 3);
  if (hasVerb(command, "worktree add,worktree move")) return all.slice(2, 3);
  if (hasVerb(command, "log,diff,show")) return after(command, "--output");
  return /^(?:status|log|diff|show|branch|rev-parse|ls-files|blame|describe)$/.test(all[0]?.value ?? "") ? [] : place;
}

/** The value of the option: the next word, or the rest of the same word. */
function after(command: ParsedCommand, options: string): readonly Word[] {
  const list = options.split(" ");
  return command.args.flatMap((arg, at) => {
    const option = list.find((one) => arg.value === one);
    const next = command.args[at + 1];
    if (option !== undefined) return next === undefined ? [] : [next];
    const joined = list.find((one) =>
      one.startsWith("--")
        ? arg.value.startsWith(`${one}=`)
        : one.length === 2 && arg.value.startsWith(one) && !arg.value.startsWith("--"),
    );
    return joined === undefined ? [] : [cut(arg, joined.length + (joined.startsWith("--") ? 1 : 0))];
  });
}

function cut(arg: Word, chars: number): Word {
  return { ...arg, value: arg.value.slice(chars) };
}

const isLocal = ({ value }: Word): boolean => !/^[\w.@-]+:/.test(value);
