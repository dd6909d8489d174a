/** Checks a change against the rules about files: those that the repository shares, and those of the person. Runs nothing. */
import { join } from "node:path";
import { OldhandError } from "../../core/base/error.ts";
import { linesWith } from "../../core/guard/added-text.ts";
import { describeGuard } from "../../core/guard/describe.ts";
import { type Guard, isCommandText } from "../../core/guard/guard.ts";
import { isAboutFile } from "../../core/project/guarded-file.ts";
import { matchesAnyGlob } from "../../core/project/project.ts";
import { CATEGORIES, lastStated, type ProjectId } from "../../core/record/record.ts";
import { homeFrom } from "../../store/files/home.ts";
import { isRecordName, readRecordBytes, repositoryFolder } from "../../store/files/record-folder.ts";
import { existingPath, findGit } from "../../system/project/git-directory.ts";
import { withAncestors } from "../../system/project/locate.ts";
import {
  type ChangeAsked,
  changeIn,
  committerOf,
  type FileAt,
  filesAtCommit,
  type GitPlace,
} from "../../system/run/git-change.ts";
import type { Env } from "../call/environment.ts";
import type { ActingGuards } from "../guards/guards-in-force.ts";
import { type FileDiff, readDiff } from "./read-diff.ts";

export type ChangeFinding = {
  readonly path: string;
  readonly line: number;
  /** The record's id, or `built-in`. */
  readonly record: string;
  /** What the guard does, in words. */
  readonly rule: string;
  /** The rule as it was said. */
  readonly text: string;
};

export type CheckedChange = {
  readonly findings: readonly ChangeFinding[];
  /** By record: who said it, and when. */
  readonly said: ReadonlyMap<string, SaidBy>;
};

export type SaidBy = { readonly by: string; readonly at: string };

type Rule = ActingGuards & { readonly at: string; readonly file?: string };

export type CheckAsked = ChangeAsked | { readonly diff: string };

export async function checkChange(env: Env, asked: CheckAsked): Promise<CheckedChange> {
  const root = findGit(withAncestors(existingPath(env.cwd ?? "/") ?? "/"))?.root;
  const place = root !== undefined && isThere(join(root, ".git")) ? { root, variables: env.variables } : undefined;
  if (place === undefined)
    throw new OldhandError("not-found", "This directory is not in a git repository. Run it in the one that changes.");
  const change =
    typeof asked === "object" && "diff" in asked
      ? { diff: asked.diff, base: "HEAD", messages: [] }
      : changeIn(place, asked);
  const { rules: shared, unreadable } = await sharedRules(place, change.base);
  const known = new Set(shared.map(({ record }) => record));
  const own = (await ownRules(env)).filter(({ record }) => !known.has(record));
  const rules = [...shared, ...own];
  const files = readDiff(change.diff);
  const findings = [
    ...files.flatMap((file) => inFile(file, rules, place.root)),
    ...change.messages.flatMap((message) => inMessage(message, rules)),
    ...unreadable,
    ...files.filter(({ path, from }) => [path, from].some((one) => one?.startsWith(SHARED))).map(changesRules),
  ];
  const used = new Set(findings.map(({ record }) => record));
  const said = rules
    .filter(({ record }) => used.has(record))
    .map(({ record, at, file }): [string, SaidBy] => {
      const by = file === undefined ? "you" : committerOf(place, change.base, file);
      return [record, { by: by ?? "the repository", at }];
    });
  return { findings, said: new Map(said) };
}

/** Not of a record. */
const BUILT_IN = "built-in";
const isThere = (path: string): boolean => existingPath(path) !== undefined;

const SHARED = ".oldhand/";
const RECORDS = ".oldhand/records/";

/** As they were before the change, so that it cannot remove the rule that it breaks. Nothing is run for them, so all apply. */
async function sharedRules(place: GitPlace, base: string): Promise<Shared> {
  const files = filesAtCommit(place, base, RECORDS);
  const folder = repositoryFolder(place.root, "prj_shared" as ProjectId);
  const unreadable: ChangeFinding[] = [];
  const read = async ({ path, bytes }: FileAt): Promise<Rule[]> => {
    const parts = path.slice(RECORDS.length).split("/");
    const [name = "", category = ""] = parts.toReversed();
    const isPlace = parts.length <= 2 && (category === "" || CATEGORIES.some((one) => one === category));
    if (!isPlace || !isRecordName(name)) return [];
    const found = { category: category as (typeof CATEGORIES)[number] | "", name, bytes, modifiedMs: 0 };
    const quick = readRecordBytes(folder, found).parsed;
    const { parsed } =
      quick.outcome === "needs-yaml"
        ? readRecordBytes(folder, found, (await import("../../store/files/yaml-head.ts")).readYamlHead)
        : { parsed: quick };
    const problem =
      parsed.outcome === "record"
        ? parsed.record.guardProblem
        : parsed.outcome === "invalid"
          ? parsed.reason
          : undefined;
    if (problem !== undefined)
      unreadable.push({ path, line: 1, record: BUILT_IN, rule: "cannot be read, so it is not checked", text: problem });
    if (parsed.outcome !== "record" || parsed.record.status !== "active") return [];
    const { id, text, guards = [], paths } = parsed.record;
    return guards.length === 0 ? [] : [{ record: id, text, guards, paths, at: lastStated(parsed.record), file: path }];
  };
  return { rules: (await Promise.all(files.map(read))).flat(), unreadable };
}

type Shared = { readonly rules: readonly Rule[]; readonly unreadable: readonly ChangeFinding[] };

/** Those of a home that is there: a CI job has none, and none is made for it. */
async function ownRules(env: Env): Promise<readonly Rule[]> {
  if (env.oldhandHome === undefined && env.home === undefined) return [];
  if (!isThere(homeFrom(env).stateFile)) return [];
  const { openForWriting } = await import("../call/open-for-writing.ts");
  const { BUILT_IN: builtIn, guardsInForce } = await import("../guards/guards-in-force.ts");
  const call = await openForWriting(env, { isQuick: true, isBrief: true });
  try {
    const acting = await guardsInForce(call);
    const at = new Map((await call.search.guarded()).map(({ record }) => [record.id as string, lastStated(record)]));
    return acting
      .filter(({ record }) => record !== builtIn)
      .map((guards) => ({ ...guards, at: at.get(guards.record) ?? "" }));
  } finally {
    call.store.close();
  }
}

function inFile(file: FileDiff, rules: readonly Rule[], root: string): ChangeFinding[] {
  const names = [file.path, ...(file.from === undefined ? [] : [file.from])];
  const paths = names.map((path) => join(root, path));
  return rules
    .filter(({ paths: about }) => about.length === 0 || names.some((name) => matchesAnyGlob(name, about, SLOW)))
    .flatMap((rule) =>
      rule.guards.flatMap((guard) =>
        linesOf(guard, file, { paths, root }).map((line) => found(rule, guard, { path: file.path, line })),
      ),
    );
}

const SLOW = { ifTooSlow: "matches" } as const;
type Where = { readonly paths: readonly string[]; readonly root: string };

function linesOf(guard: Guard, { added, line }: FileDiff, { paths, root }: Where): readonly number[] {
  const place = { cwd: root, root };
  if ("protect" in guard) return paths.some((path) => isAboutFile(guard, path, place)) ? [line] : [];
  if (!("text" in guard) || isCommandText(guard.text) || added.length === 0) return [];
  if (!isAboutFile(guard, paths[0]!, place)) return [];
  return linesWith(guard.text.adds, added.map(({ text }) => text).join("\n")).map((at) => added[at - 1]?.line ?? line);
}

/** Text that is not to be in a commit. */
function inMessage(
  message: { readonly commit: string; readonly text: string },
  rules: readonly Rule[],
): ChangeFinding[] {
  return rules.flatMap((rule) =>
    rule.guards.flatMap((guard) => {
      if (!("text" in guard) || !isCommandText(guard.text)) return [];
      if (!/^git commit\b/.test(guard.text.in)) return [];
      const path = `commit ${message.commit.slice(0, 12)}`;
      return linesWith(guard.text.adds, message.text).map((line) => found(rule, guard, { path, line }));
    }),
  );
}

const found = ({ record, text }: Rule, guard: Guard, place: { path: string; line: number }): ChangeFinding => ({
  ...place,
  ...{ record, rule: describeGuard(guard), text },
});

const changesRules = ({ path, line }: FileDiff): ChangeFinding => ({
  ...{ path, line, record: BUILT_IN, rule: "changes the shared rules" },
  text: "A change of the rules in .oldhand/ is reviewed like the code that they are about.",
});
