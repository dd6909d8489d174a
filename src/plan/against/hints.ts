/** Tells at a glance that a statement has nothing to do with a command: not one word of it is about it. */
import type { Act } from "../risk/act.ts";
import { wordsFor } from "./deeds.ts";
import type { Scene } from "./scene.ts";
import { SPOKEN } from "./spoken.ts";
import { programName, spokenNames } from "./words.ts";
import { rivalsOf } from "./work.ts";

const MOST_HINTS = 400;
/** What a value is about, by the programs that have it. */
const ABOUT: Readonly<Record<string, string>> = {
  git: "commit branch message merg pull rebas histor force hook tag",
  gh: "merg squash pull pr release",
  glab: "merg squash pull pr",
  aws: "region resource s3 bucket",
  gcloud: "region resource",
  sh: "pip shell",
  bash: "pip shell",
  docker: "container image hub registr port",
  ssh: "root host server port",
  psql: "database sql table",
};

/** Whether a statement may be about a line: it names a program, a deed, a name or a number of it. */
export function mayConcern(scene: Scene): (text: string) => boolean {
  const hints = new Set<string>();
  for (const { act, words } of scene.all) {
    for (const hint of hintsOf(act)) hints.add(hint);
    for (const word of words) for (const part of word.split(/[^a-z0-9]+/)) if (part.length > 1) hints.add(part);
  }
  for (const { hint } of SPOKEN) if (hint !== "") hints.add(hint);
  const any = [...hints].slice(0, MOST_HINTS).map((hint) => hint.replace(/[^\w-]/g, "\\$&").slice(0, 40));
  const pattern = new RegExp(`(?<![a-z0-9])(?:${any.join("|")})|(?<![\\w-])--?[a-z]`, "i");
  return (text) => pattern.test(text);
}

function hintsOf(act: Act): readonly string[] {
  const about = Object.hasOwn(ABOUT, act.program) ? (ABOUT[act.program] ?? "") : "";
  const names = [act.program, programName(act.program), ...spokenNames(act.program), ...act.via];
  return [...names, ...wordsFor(act), ...rivalsOf(act), ...about.split(" ")]
    .map((hint) => hint.toLowerCase())
    .filter((hint) => hint.length > 1);
}
