/** Targets of a Makefile and recipes of a justfile, with their commands, comments and parameters. */
import type { Target } from "../../../core/plan/material.ts";
import { JUSTFILES, MAKEFILES } from "../../../core/project/project.ts";
import { justTargets, makeTargets } from "../../repo-targets.ts";
import { below, isPlainName, shownParts, type Tree, upward, wayUp } from "../project-tree.ts";

const MOST_TARGETS = 200;

export function makeRecipes(tree: Tree): Target[] {
  const place = upward(tree.here).find((directory) => MAKEFILES.some((name) => tree.exists(below(directory, name))));
  if (place === undefined) return [];
  const file = below(place, MAKEFILES.find((name) => tree.exists(below(place, name)))!);
  const text = tree.read(file) ?? "";
  const entries = entriesIn(text.replace(/\\\r?\n/g, " "));
  const start = place === tree.here ? "make" : `make -C ${wayUp(tree.here, place)}`;
  const names = makeTargets(text).names.filter((name) => isPlainName(name) && !looksLikeFile(name, entries.get(name)));
  return names.slice(0, MOST_TARGETS).map((name) => ({
    name,
    run: `${start} ${name}`,
    file,
    kind: "defined",
    ...shownParts(entries.get(name) ?? {}),
  }));
}

/** A file made along the way: nobody asks for it by name, unless a comment describes it. */
function looksLikeFile(name: string, entry: Entry | undefined): boolean {
  return /[./]/.test(name) && entry?.description === undefined;
}

export function justRecipes(tree: Tree): Target[] {
  const place = upward(tree.here).find((directory) => JUSTFILES.some((name) => tree.exists(below(directory, name))));
  if (place === undefined) return [];
  const file = below(place, JUSTFILES.find((name) => tree.exists(below(place, name)))!);
  const text = tree.read(file) ?? "";
  const entries = entriesIn(text);
  const names = justTargets(text).names.filter((name) => isPlainName(name) && !name.startsWith("_"));
  return names.slice(0, MOST_TARGETS).map((name) => {
    const about = entries.get(name);
    const slots = parametersOf(about?.head ?? "").map((parameter) => ` <${parameter}>`);
    return { name, run: `just ${name}${slots.join("")}`, file, kind: "defined", ...shownParts(about ?? {}) };
  });
}

type Entry = { readonly head: string; readonly body?: string; readonly description?: string };

/** The line of each name, the first line below it, and the comment on it or right above it. */
function entriesIn(text: string): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  const lines = text.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    const names = /^@?[\w.@/-][^:=#]{0,400}(?=:)/.exec(line)?.[0];
    if (names === undefined) continue;
    const body = lines[at + 1] ?? "";
    const comment = /#+\s?(.*)$/.exec(line)?.[1] ?? /^#\s?(.*)$/.exec(lines[at - 1] ?? "")?.[1];
    const about: Entry = {
      head: line,
      ...(/^\s+[^\s#]/.test(body) && { body: body.trim().replace(/^[@-]+/, "") }),
      ...(comment !== undefined && !comment.startsWith("!") && { description: comment }),
    };
    for (const name of names.replace(/^@/, "").split(/\s+/)) {
      const before = entries.get(name);
      if (name !== "") entries.set(name, before === undefined ? about : { ...about, ...before });
    }
  }
  return entries;
}

/** The parameters of a recipe that have no default and take exactly one word. */
function parametersOf(head: string): string[] {
  const beforeColon = head.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "x").split(":", 1)[0] ?? "";
  const [, ...parameters] = beforeColon.split(/\s+/);
  return parameters
    .filter((parameter) => /^\$?[A-Za-z][\w-]{0,39}$/.test(parameter))
    .map((one) => one.replace("$", ""));
}
