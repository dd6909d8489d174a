/** Whether a command has an option that a statement names, in any of its spellings. */
import { type ParsedCommand as Act, hasOption, hasVerb, isOneOf } from "../../core/command/parsed-command.ts";

/** Long and short forms of an option, with the programs that have both; `*` for nearly all. */
const SAME: readonly (readonly [long: string, short: string, programs: string])[] = [
  ["--force", "-f", "git npm pnpm yarn ln cp mv"],
  ["--global", "-g", "npm pnpm yarn"],
  ["--recursive", "-r", "rm cp grep chmod chown git"],
  ["--recursive", "-R", "chmod chown cp ls"],
  ["--signoff", "-s", "git"],
  ["--gpg-sign", "-S", "git"],
  ["--all", "-A", "git"],
  ["--all", "-a", "git docker"],
  ["--no-verify", "-n", "git"],
  ["--jobs", "-j", "make cargo ninja cmake bazel"],
  ["--volumes", "-v", "docker docker-compose"],
  ["--yes", "-y", "npx npm apt apt-get dnf conda ffmpeg yum"],
  ["--namespace", "-n", "kubectl helm oc k9s"],
  ["--all-namespaces", "-A", "kubectl helm"],
  ["--numprocesses", "-n", "pytest"],
  ["--package", "-p", "cargo npx"],
  ["--insecure", "-k", "curl"],
  ["--dry-run", "-n", "git rsync make ansible"],
  ["--detach", "-d", "docker docker-compose podman"],
  ["--rebase", "-r", "git"],
  ["--interactive", "-i", "git rm docker"],
  ["--user", "-u", "docker curl"],
  ["--save-dev", "-D", "npm pnpm yarn"],
  ["--dev", "-D", "yarn pnpm"],
  ["--workspace-root", "-w", "pnpm"],
  ["--upgrade", "-U", "pip"],
  ["--in-place", "-i", "sed"],
  ["--squash", "-s", "gh"],
  ["--merge", "-m", "gh"],
  ["--rebase", "-r", "gh"],
  ["--verbose", "-v", "pytest curl rsync"],
  ["--watch", "-w", "jest vitest tsc mocha"],
  ["--update", "-u", "jest vitest"],
  ["--updateSnapshot", "-u", "jest"],
];

/** With a value if one is named: `--platform linux/amd64`, `-count=1`. */
export function hasFlag(flag: string, act: Act): boolean {
  const [, name = flag, value] = /^([^=]+)=(.*)$/s.exec(flag) ?? [];
  if (value !== undefined && value !== "") return hasValue(act, name, value);
  if (isThere(name, act)) return true;
  if (/^-[a-zA-Z]{2,5}$/.test(name)) return [...name.slice(1)].every((letter) => isThere(`-${letter}`, act));
  return false;
}

function isThere(name: string, act: Act): boolean {
  return spellings(name, act).some((one) => isWritten(one, act));
}

/** Other names of the option. */
export const sameFlags = (name: string, act: Act): readonly string[] =>
  SAME.filter(([, , programs]) => isOneOf(act, programs)).flatMap(([long, short]) =>
    name === long ? [short] : name === short ? [long] : [],
  );

function spellings(name: string, act: Act): readonly string[] {
  const others = sameFlags(name, act);
  const isHookless = name === "--no-verify" && !(isOneOf(act, "git") && hasVerb(act, "commit"));
  return isHookless ? [name] : [name, ...others];
}

function isWritten(name: string, act: Act): boolean {
  if (/^-[a-zA-Z]$/.test(name)) return hasOption(act, name);
  if (/^-\d$/.test(name)) return act.args.some(({ value }) => value === name);
  return act.args.some(({ value }) => value === name || value.startsWith(`${name}=`));
}

/** The value of an option, in the next word or in the same one. */
export function optionValue(act: Act, option: string): string | undefined {
  for (const name of spellings(option, act)) {
    const at = act.args.findIndex(({ value }) => value === name || value.startsWith(`${name}=`));
    const found = act.args[at]?.value;
    if (found === undefined) continue;
    return found.includes("=") ? found.slice(found.indexOf("=") + 1) : act.args[at + 1]?.value;
  }
  return undefined;
}

const hasValue = (act: Act, option: string, value: string): boolean => optionValue(act, option) === value;
