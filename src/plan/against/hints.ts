/** A quick check that a statement has nothing to do with a command: it shares no word with it. */
import type { ParsedCommand as Act } from "../../core/command/parsed-command.ts";
import { wordsFor } from "./deeds.ts";
import { sameFlags } from "./flags.ts";
import { isAdding, type Scene } from "./scene.ts";
import { programName, spokenNames } from "./words.ts";
import { rivalsOf } from "./work.ts";

const MOST_HINTS = 400;
/** Other words in statements about a program: those of `spoken.ts` and `values.ts`. */
const ABOUT: Readonly<Record<string, string>> = {
  git: "commit branch message merg pull rebas histor force hard reset hook tag",
  gh: "merg squash pull pr release branch",
  glab: "merg squash pull pr",
  npm: "global script",
  pnpm: "global script",
  yarn: "global script",
  bun: "global script",
  aws: "region resource bucket",
  gcloud: "region resource",
  docker: "container image hub registr",
  podman: "container image hub",
  ssh: "root host server",
  scp: "root",
  rsync: "root",
  sudo: "root",
  vitest: "watch",
  mysql: "password secret credential",
  curl: "tls ssl certificate",
  wget: "tls ssl certificate",
  tar: "gzip bzip2 xz",
  chown: "owner",
  chmod: "permission right",
};
const SHELLS = /^(?:[abdkz]?sh|bash|fish)$/;
const SECRETS = "secret password token credential key";
const KINDS = "orm css state ui date http mock jquery lodash";

/** Whether a statement may be about a line: it names a program, a deed, a name, an option or a number of it. */
export function mayConcern(scene: Scene): (text: string) => boolean {
  const hints = new Set<string>();
  const flags = new Set<string>();
  for (const { act, words } of scene.all) {
    for (const hint of hintsOf(act)) hints.add(hint);
    for (const word of words) for (const part of word.split(/[^a-z0-9]+/)) if (isTelling(part)) hints.add(part);
    for (const flag of flagsOf(act)) flags.add(flag);
  }
  if ([...hints].some((hint) => /secret|passw|token|key|bearer/.test(hint)))
    for (const word of SECRETS.split(" ")) hints.add(word);
  const any = [...hints].slice(0, MOST_HINTS).map(bounded);
  const options = [...flags].slice(0, MOST_HINTS).map(escaped);
  const dashed = options.length === 0 ? "" : `|(?<![\\w-])(?:${options.join("|")})`;
  const pattern = new RegExp(`(?<![a-z0-9])(?:${any.join("|")})${dashed}`, "i");
  return (text) => pattern.test(text);
}

/** Half of all statements run or use something, so only the object is distinctive. */
const isTelling = (part: string): boolean => part.length > 1 && !/^(?:run|exec|start|use|do|js|ts|sh)$/.test(part);

const escaped = (hint: string): string => hint.slice(0, 40).replace(/[^\w-]/g, "\\$&");
/** A short word has to match exactly; a longer one may have an ending. */
const bounded = (hint: string): string => (hint.length < 4 ? `${escaped(hint)}s?(?![a-z0-9])` : escaped(hint));

function hintsOf(act: Act): readonly string[] {
  const about = Object.hasOwn(ABOUT, act.program) ? (ABOUT[act.program] ?? "") : "";
  const more = [SHELLS.test(act.program) ? "pipe piping shell" : "", isAdding(act) ? KINDS : ""];
  const names = [act.program, programName(act.program), ...spokenNames(act.program), ...act.wrappers];
  return [...names, ...wordsFor(act), ...rivalsOf(act), ...[about, ...more].join(" ").split(" ")]
    .map((hint) => hint.toLowerCase())
    .filter((hint) => hint.length > 1);
}

/** In each spelling; letters also where a statement bundles them. */
function flagsOf(act: Act): readonly string[] {
  const written = act.args.map(({ value }) => value).filter((value) => /^--?[a-zA-Z]/.test(value));
  return written.flatMap((value) => {
    const name = value.replace(/=.*$/s, "");
    const letters = name.startsWith("--") ? [] : [...name.slice(1)].map((letter) => `-${letter}`);
    return [name, ...letters].flatMap((flag) => [flag, ...sameFlags(flag, act)]);
  });
}
