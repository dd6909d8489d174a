/** An action: exactly what would run, where, and how the world stood when a person was shown it. */
import { sha256 } from "../base/hash.ts";
import type { Id } from "../base/id.ts";
import type { Plan } from "./plan.ts";

export type ActionId = Id<"act">;
export type ApprovalId = Id<"apv">;

/** What the command stands on; where one of these differs, something else would run than what was approved. */
export type RunFingerprint = {
  /** Which directory it is, not only what it is called. */
  readonly directory: string;
  /** Of all variables that the command would be given. */
  readonly environment: string;
  /** Programs and scripts that the command leads to, with their content. */
  readonly scripts: readonly { readonly path: string; readonly hash: string }[];
};

export type Action = {
  readonly id: ActionId;
  /** The person's words; empty where a workflow was named. */
  readonly request: string;
  /** What was first proposed for the request: another command than the plan's where a person edited it. */
  readonly proposed: string;
  /** Its command and directory are what runs. */
  readonly plan: Plan;
  /** The steps of a workflow, which are the command in parts: then it is told how each one ended. */
  readonly steps?: readonly string[];
  readonly footing: RunFingerprint;
};

/** An approval is bound to this: whatever changes in the action, or under it, changes the hash. */
export function actionHash(action: Action): string {
  return sha256(JSON.stringify(action));
}

/** What became different between two footings, in words that follow "it"; undefined where nothing did. */
export function fingerprintChange(before: RunFingerprint, now: RunFingerprint): string | undefined {
  if (before.directory !== now.directory) return "the directory is no longer the one in which it was planned";
  if (before.environment !== now.environment) return "the environment changed";
  const known = new Map(before.scripts.map(({ path, hash }) => [path, hash]));
  const other = now.scripts.find(({ path, hash }) => known.get(path) !== hash);
  if (other !== undefined) return `${other.path} changed`;
  const paths = new Set(now.scripts.map(({ path }) => path));
  const gone = before.scripts.find(({ path }) => !paths.has(path));
  return gone === undefined ? undefined : `${gone.path} is gone`;
}
