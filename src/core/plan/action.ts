/** An action: exactly what would run and where, with a fingerprint of its surroundings when a person saw it. */
import { sha256 } from "../base/hash.ts";
import type { Id } from "../base/id.ts";
import type { Plan } from "./plan.ts";

export type ActionId = Id<"act">;
export type ApprovalId = Id<"apv">;

/** What the command depends on: if any of it differs, something else would run than was approved. */
export type RunFingerprint = {
  /** Identifies the directory itself, not only its path. */
  readonly directory: string;
  /** A hash of all variables that the command would get. */
  readonly environment: string;
  /** Programs and scripts that the command would run, with hashes of their content. */
  readonly scripts: readonly { readonly path: string; readonly hash: string }[];
};

export type Action = {
  readonly id: ActionId;
  /** The person's request; empty if a workflow was named. */
  readonly request: string;
  /** The command that was first proposed; differs from the plan's if the person edited it. */
  readonly proposed: string;
  /** Its command and directory are what runs. */
  readonly plan: Plan;
  /** The steps of a workflow, if it is one: each step is then reported separately. */
  readonly steps?: readonly string[];
  /** Stored under this name in state.db. */
  readonly footing: RunFingerprint;
};

/** An approval is bound to this hash: any change of the action or its surroundings changes it. */
export function actionHash(action: Action): string {
  return sha256(JSON.stringify(action));
}

/** What changed between two fingerprints, as a clause; undefined if nothing did. */
export function fingerprintChange(before: RunFingerprint, now: RunFingerprint): string | undefined {
  if (before.directory !== now.directory) return "the directory was replaced since it was planned";
  if (before.environment !== now.environment) return "the environment changed";
  const known = new Map(before.scripts.map(({ path, hash }) => [path, hash]));
  const other = now.scripts.find(({ path, hash }) => known.get(path) !== hash);
  if (other !== undefined) return `${other.path} changed`;
  const paths = new Set(now.scripts.map(({ path }) => path));
  const gone = before.scripts.find(({ path }) => !paths.has(path));
  return gone === undefined ? undefined : `${gone.path} was deleted`;
}
