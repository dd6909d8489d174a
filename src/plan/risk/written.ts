/** The paths that a command writes to, where its words tell. */
import { type Act, type Arg, hasOption, hasVerb, isOneOf, operands } from "./act.ts";

export function writtenBy(act: Act): readonly Arg[] {
  return [...redirected(act), ...named(act)];
}

/** `2>&1` and `>&-` only move what is open already. */
function redirected(act: Act): readonly Arg[] {
  return act.redirects
    .filter(({ operator, target }) => />/.test(operator) && !(operator === ">&" && /^(?:\d+|-)-?$/.test(target.value)))
    .map(({ target }) => target);
}

const ALL =
  "touch mkdir tee rm rmdir unlink shred truncate chmod chown chgrp mkfifo mktemp mknod rimraf mkdirp setfacl";
const LAST = "cp mv install ln rsync scp ditto";

function named(act: Act): readonly Arg[] {
  const all = operands(act);
  if (isOneOf(act, ALL)) return isOneOf(act, "chmod chown chgrp setfacl") ? all.slice(1) : all;
  // What is moved leaves its place too.
  if (isOneOf(act, LAST))
    return [...(isOneOf(act, "mv") ? all : all.slice(-1)).filter(isLocal), ...after(act, "-t --target-directory")];
  if (isOneOf(act, "sed gsed perl ruby")) return hasOption(act, "-i --in-place") ? all.slice(1) : [];
  if (isOneOf(act, "dd")) return act.args.filter(({ value }) => value.startsWith("of=")).map((arg) => cut(arg, 3));
  if (isOneOf(act, "tar bsdtar"))
    return [
      ...after(act, "-C --directory"),
      ...(/^-?[a-z]*c/.test(act.args[0]?.value ?? "")
        ? after(act, "-f --file -cf -czf -cvf -czvf -cjf czf cf cvf czvf")
        : []),
    ];
  if (isOneOf(act, "unzip 7z")) return after(act, "-d -o");
  if (isOneOf(act, "curl")) return after(act, "-o --output --output-dir -D --dump-header -c --cookie-jar --trace");
  if (isOneOf(act, "wget")) return after(act, "-O --output-document -P --directory-prefix -o --output-file");
  if (isOneOf(act, "sort uniq gcc cc clang g++ go pandoc ffmpeg")) return after(act, "-o --output");
  if (isOneOf(act, "git")) return writtenByGit(act);
  if (isOneOf(act, "npm pnpm yarn"))
    return hasVerb(act, "config set,set,config delete")
      ? [HOME_SETTINGS]
      : isGlobal(act)
        ? [SYSTEM]
        : after(act, "--prefix -C --dir");
  if (/^pip[\d.]*$/.test(act.program))
    return [
      ...after(act, "-t --target --prefix --root"),
      ...(hasOption(act, "--user --break-system-packages") ? [SYSTEM] : []),
    ];
  return [];
}

const HOME_SETTINGS: Arg = { value: "~/.npmrc", written: "~/.npmrc", look: "plain" };
const SYSTEM: Arg = { value: "/usr/local", written: "/usr/local", look: "plain" };

const isGlobal = (act: Act): boolean =>
  hasOption(act, "-g --global") && hasVerb(act, "install,i,add,update,uninstall,rm,remove,link,up");

function writtenByGit(act: Act): readonly Arg[] {
  const place = after(act, "-C --work-tree --git-dir");
  if (hasVerb(act, "config") && hasOption(act, "--global --system")) {
    const isLook = hasOption(act, "--get --list -l --get-all --get-regexp");
    return isLook ? [] : [{ value: "~/.gitconfig", written: "~/.gitconfig", look: "plain" }];
  }
  const all = operands(act);
  if (hasVerb(act, "clone")) return all.slice(2, 3);
  if (hasVerb(act, "worktree add,worktree move")) return all.slice(2, 3);
  if (hasVerb(act, "log,diff,show")) return after(act, "--output");
  return /^(?:status|log|diff|show|branch|rev-parse|ls-files|blame|describe)$/.test(all[0]?.value ?? "") ? [] : place;
}

/** The word after the option, or what stands in the same word. */
function after(act: Act, options: string): readonly Arg[] {
  const list = options.split(" ");
  return act.args.flatMap((arg, at) => {
    const option = list.find((one) => arg.value === one);
    const next = act.args[at + 1];
    if (option !== undefined) return next === undefined ? [] : [next];
    const joined = list.find((one) =>
      one.startsWith("--")
        ? arg.value.startsWith(`${one}=`)
        : one.length === 2 && arg.value.startsWith(one) && !arg.value.startsWith("--"),
    );
    return joined === undefined ? [] : [cut(arg, joined.length + (joined.startsWith("--") ? 1 : 0))];
  });
}

function cut(arg: Arg, chars: number): Arg {
  return { ...arg, value: arg.value.slice(chars) };
}

const isLocal = ({ value }: Arg): boolean => !/^[\w.@-]+:/.test(value);
