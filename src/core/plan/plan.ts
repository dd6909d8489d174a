/** A plan: one command for a request, with everything a person needs to approve or reject it, and the action that would run. */
import { sha256 } from "../base/hash.ts";
import type { Id } from "../base/id.ts";
import type { RecordId, RecordType } from "../record/record.ts";

/** Set by rules on the parsed command; a model can only raise it. */
export const RISKS = ["low", "medium", "high"] as const;
export type Risk = (typeof RISKS)[number];

const PLAN_SOURCES = ["workflow", "history", "project", "model"] as const;
type PlanSource = (typeof PLAN_SOURCES)[number];

/** What a command can change or access; shown with the plan. */
export const TOUCHES = ["files", "outside", "network", "privileges", "history", "processes"] as const;
export type Touch = (typeof TOUCHES)[number];

/** The planner's answer, before the rules set its risk. */
export type Proposal = {
  readonly command: string;
  readonly explanation: string;
  readonly assumptions: readonly string[];
  readonly confidence: number;
  readonly source: PlanSource;
  /** If the plan is a workflow: its run is recorded as one. */
  readonly workflow?: RecordId;
  /** The steps that the command is made of, if it is a workflow as it is stored, perhaps with values filled in. */
  readonly steps?: readonly string[];
  /** The model's own estimate of the risk. */
  readonly saidRisk?: Risk;
  /** What the planner found odd about its own answer. */
  readonly flags?: readonly Flag[];
};

export type Plan = Omit<Proposal, "saidRisk" | "flags" | "steps"> & {
  readonly cwd: string;
  readonly risk: Risk;
  readonly touches: readonly Touch[];
};

/** A close match to the request that was not planned. */
export type Nearby = {
  readonly command: string;
  readonly source: PlanSource;
  /** If it is a workflow. */
  readonly workflow?: RecordId;
  readonly label: string;
  /** 0 to 1, as the planner ranked it. */
  readonly score: number;
  readonly lastExit?: number;
  readonly lastAt?: string;
};

/** Whether a deleted path could be restored: it is committed and unchanged, changed, not committed, or not there at all. */
export type GitState = "clean" | "changed" | "untracked" | "absent";

/** One finding of a risk rule. */
export type Flag = {
  readonly rule: string;
  readonly risk: Risk;
  readonly says: string;
  /** What it deletes or deploys, or where to: paths, hosts, services, as they are written. */
  readonly names?: readonly string[];
};

/** A record whose guard speaks against the command. */
export type Conflict = {
  readonly record: RecordId;
  readonly type: RecordType;
  readonly text: string;
  readonly why: string;
  /** `deny`: it is not run. `ask`: only a person at a terminal can approve it. `warn`: it is shown. */
  readonly action: "warn" | "ask" | "deny";
  /** The command that would be right. */
  readonly remedy?: string;
};

export type Review = {
  readonly flags: readonly Flag[];
  readonly conflicts: readonly Conflict[];
  /** Records about the same thing, without a verdict. */
  readonly related: readonly Pick<Conflict, "record" | "type" | "text">[];
  /** "cwd: …", "projectRoot: …", "workflow:deploy": the context that the planner used. */
  readonly retrievedContext: readonly string[];
};

/** What keeps a plan from being approved at all, as a sentence. */
export function denialOf({ conflicts }: Pick<Review, "conflicts">): string | undefined {
  const denied = conflicts.find(({ action }) => action === "deny");
  if (denied === undefined) return undefined;
  const { record, text, why, remedy } = denied;
  return `Denied by ${record}, "${text}": ${why}.${remedy === undefined ? "" : ` Run \`${remedy}\` instead.`}`;
}

export function higherRisk(a: Risk, b: Risk): Risk {
  return RISKS.indexOf(a) >= RISKS.indexOf(b) ? a : b;
}

export type ActionId = Id<"act">;
export type ApprovalId = Id<"apv">;

/** What the command depends on: if any of it differs, something else would run than was approved. */
export type RunFingerprint = {
  /** Identifies the directory itself, not only its path. */
  readonly directory: string;
  /** A hash of all variables that the command would get. */
  readonly environment: string;
  /** The project, or the directory itself. */
  readonly root: string;
  /** Programs, scripts, settings and folders that the command would read as code, with hashes of their content. */
  readonly scripts: readonly Hashed[];
  /** If it may run any file of the project: one hash for each file and folder at its top. */
  readonly project: readonly Hashed[];
  /** Code that it would run and that is not in the fingerprint, as phrases. */
  readonly notCovered: readonly string[];
  /** Programs that may load files from outside the project. */
  readonly loaders: readonly string[];
  /** Names that are no programs on the PATH. */
  readonly missing: readonly string[];
};

type Hashed = { readonly path: string; readonly hash: string };

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
  /** What an approval of it covers. */
  readonly fingerprint: RunFingerprint;
};

/** An approval is bound to this hash: any change of the action or its surroundings changes it. */
export function actionHash(action: Action): string {
  return sha256(JSON.stringify(action));
}

/** What changed between two fingerprints, as a clause; undefined if nothing did. */
export function fingerprintChange(before: RunFingerprint, now: RunFingerprint): string | undefined {
  if (before.directory !== now.directory) return "the directory was replaced";
  if (before.environment !== now.environment) return "the environment changed";
  const isSame = JSON.stringify(before) === JSON.stringify(now);
  return (
    hashChange(before.scripts, now.scripts) ??
    hashChange(before.project, now.project) ??
    (isSame ? undefined : "the files that it uses changed")
  );
}

function hashChange(before: readonly Hashed[], now: readonly Hashed[]): string | undefined {
  const known = new Map(before.map(({ path, hash }) => [path, hash]));
  const isOther = ({ path, hash }: Hashed): boolean => known.get(path) !== hash;
  const other = now.find((one) => known.has(one.path) && isOther(one)) ?? now.find(isOther);
  if (other !== undefined) return `${other.path} changed`;
  const paths = new Set(now.map(({ path }) => path));
  const gone = before.find(({ path }) => !paths.has(path));
  return gone === undefined ? undefined : `${gone.path} was deleted`;
}
