/** Statements about the value of something: a port, a region, how a message or a branch is named, how a PR is merged. */
import { type ParsedCommand as Act, hasOption, hasVerb, isOneOf, operands } from "../../core/command/parsed-command.ts";
import { optionValue } from "./flags.ts";
import { type Deed, portsOf, type Scene } from "./scene.ts";
import { isShown } from "./shown.ts";
import { saysNothing, tokensOf } from "./words.ts";

type Rule = (text: string, deed: Deed, scene: Scene) => string | undefined;

/** Why the value conflicts with the statement, or undefined. */
export function valueAgainst(text: string, deed: Deed, scene: Scene): string | undefined {
  for (const rule of RULES) {
    const why = rule(text, deed, scene);
    if (why !== undefined) return why;
  }
  return undefined;
}

function messagesOf(act: Act): readonly string[] {
  if (!isOneOf(act, "git") || !hasVerb(act, "commit")) return [];
  const at = act.args.findIndex(({ value }) => /^(?:-[a-zA-Z]*m|--message)$/.test(value));
  const joined = act.args.find(({ value }) => value.startsWith("--message="))?.value.slice("--message=".length);
  const message = joined ?? (at < 0 ? undefined : act.args[at + 1]?.value);
  return message === undefined || /\$/.test(message) ? [] : [message];
}

const CONVENTIONAL =
  /^(?:feat|fix|chore|docs|style|refactor|perf|test|build|ci|revert|wip|release|deps)(?:\([^)]{1,40}\))?!?: \S/;
const ABOUT_MESSAGES = /\b(?:commit (?:messages?|subjects?|titles?)|commits|messages?|subject lines?)\b/i;

type Style = {
  readonly says: RegExp;
  readonly isKept: (message: string, found: RegExpExecArray) => boolean;
  readonly name: string;
};

const STYLES: readonly Style[] = [
  {
    says: /\bconventional[- ]commits?\b|\bfeat:.{0,40}\bfix:/i,
    isKept: (message) => CONVENTIONAL.test(message),
    name: "a conventional commit",
  },
  {
    says: /\b(?:ticket|issue|jira|task|story)\b[^.;]{0,40}?\b([A-Z][A-Z0-9]{1,9})-(?:\d+|[Xx#N]+)|\b([A-Z][A-Z0-9]{1,9})-\d+\b/,
    isKept: (message, [, first, second]) => new RegExp(`\\b${first ?? second ?? ""}-\\d`).test(message),
    name: "a ticket number",
  },
  {
    says: /\b(?:ticket|jira) (?:number|id|key)\b/i,
    isKept: (message) => /[A-Z][A-Z0-9]+-\d|#\d/.test(message),
    name: "a ticket number",
  },
  {
    says: /\b(?:under|below|at most|max(?:imum)?(?: of)?|no (?:longer|more) than|up to|within)\s+(\d{2,3})\s+char/i,
    isKept: (message, [, most]) => (message.split("\n")[0] ?? "").length <= Number(most),
    name: "a shorter message",
  },
  {
    says: /\bimperative\b/i,
    isKept: (message) => !/^(?:\w+(?:\([^)]*\))?!?: )?\w+(?:ed|ing)\b/i.test(message),
    name: "the imperative",
  },
  {
    says: /\bno emojis?\b|\bemojis?\b.{0,20}\b(?:not|never)\b|\b(?:not|never|n't)\b.{0,20}\bemojis?\b/i,
    isKept: (message) => !/\p{Extended_Pictographic}|:[a-z_]+:/u.test(message),
    name: "a message without emoji",
  },
];

function messageAgainst(text: string, { act }: Deed): string | undefined {
  const [message] = messagesOf(act);
  if (message === undefined || !ABOUT_MESSAGES.test(text)) return undefined;
  for (const { says, isKept, name } of STYLES) {
    const found = says.exec(text);
    if (found !== null && !isKept(message, found) && !/^(?:Merge|Revert|fixup!|squash!)/.test(message))
      return `asks for ${name}`;
  }
  return undefined;
}

const BRANCH_STYLE =
  /\bbranch(?:es| names?)?\b[^.;]{0,40}?\b(?:named|called|start(?:s|ing)? with|begin(?:s|ning)? with|prefixed(?: with)?|prefix|follow|look like|are)\b([^.;]{2,80})/i;

function branchAgainst(text: string, { act }: Deed): string | undefined {
  if (!isOneOf(act, "git") || !hasVerb(act, "checkout,switch,branch")) return undefined;
  const isNew = hasVerb(act, "branch") ? act.args.length === 2 : hasOption(act, "-b -B -c -C");
  const name = operands(act)[1]?.value;
  // A single name is an example, not a rule.
  const told = BRANCH_STYLE.exec(text)?.[1]?.split(/\s(?:like|such as|e\.g\.|for example|for instance)\s/i)[0];
  if (!isNew || name === undefined || told === undefined || name.startsWith("-")) return undefined;
  const starts = [...told.matchAll(/(?<![\w/])([a-z][\w-]{0,15}\/)/gi)].map(([, start]) => start ?? "");
  if (starts.length === 0 || starts.some((start) => name.startsWith(start))) return undefined;
  return `asks for a branch that starts with ${starts.join(" or ")}`;
}

const METHODS = ["squash", "rebase", "merge"] as const;

function mergeAgainst(text: string, { act }: Deed): string | undefined {
  const isMerging =
    (isOneOf(act, "gh") && hasVerb(act, "pr merge")) || (isOneOf(act, "glab") && hasVerb(act, "mr merge"));
  if (!isMerging || !/\b(?:merge|merges|merged|merging|squash\w*|PRs?|pull requests?)\b/i.test(text)) return undefined;
  const used = METHODS.find((method) => hasOption(act, `--${method} -${method.charAt(0)}`));
  const wanted = /\b(squash|rebase)(?:d|s|ing|-merged?| and merge|-and-merge)?\b/i.exec(text)?.[1]?.toLowerCase();
  const isRefused = new RegExp(`\\b(?:never|not|don't|no)\\b[^.;,]{0,20}\\b${wanted ?? "-"}`, "i").test(text);
  if (wanted === "rebase" && !/\b(?:PRs?|pull requests?|merge requests?)\b/i.test(text)) return undefined;
  if (wanted === undefined || used === undefined || used === wanted || isRefused) return undefined;
  return `says to ${wanted}; this uses --${used}`;
}

function pullAgainst(text: string, { act }: Deed): string | undefined {
  if (!isOneOf(act, "git") || !hasVerb(act, "pull") || !/\bpull(?:s|ing)?\b/i.test(text)) return undefined;
  if (!/\brebas(?:e|ing)\b/i.test(text) || /\b(?:never|not|don't|no)\b[^.;,]{0,20}\brebas/i.test(text))
    return undefined;
  return hasOption(act, "--no-rebase --no-ff") ? "says to pull with a rebase" : undefined;
}

const REGION =
  /(?<![\w-])(?:(?:us|eu|ap|sa|ca|me|af|il|cn)-(?:gov-)?(?:north|south|east|west|central|northeast|southeast|northwest|southwest)-?\d|(?:us|europe|asia|australia|northamerica|southamerica|me|africa)-(?:north|south|east|west|central|northeast|southeast|northwest|southwest)\d)(?![\w-])/gi;
const LIMITS = /\b(?:only|outside|always|must|all|every|everything|no other|stay|stays|residency|nothing)\b/i;

function regionAgainst(text: string, { act }: Deed): string | undefined {
  if (!isOneOf(act, "aws gcloud terraform tofu eksctl pulumi sam cdk serverless fly doctl")) return undefined;
  const named = text.match(REGION);
  if (named === null || !LIMITS.test(text)) return undefined;
  const given =
    [...act.args.map(({ value }) => value), ...act.assigns.map(({ value }) => value)].join(" ").match(REGION) ?? [];
  const allowed = new Set(named.map((name) => name.toLowerCase()));
  const other = given.find((name) => !allowed.has(name.toLowerCase()));
  return other === undefined ? undefined : `says ${named.join(", ")}; this uses ${other}`;
}

const RIGHT_PORT =
  /\b(?:listens?|published|runs?|running|served|available|reachable|exposed|bound|answers|is|lives|mapped|connect|straight|talk|start|use|bind|moved|now)\b[^.;,]{0,40}?\b(?:on|at|to)\s+(?:port\s+)?:?(\d{2,5})\b/gi;

/** A wrong port, if the statement names both, or names what the command requests. */
function portAgainst(text: string, deed: Deed, scene: Scene): string | undefined {
  if (!/\bports?\b|:\d{4,5}\b|(?:\bnot|n't|\bno longer) (?:on|at) \d{4,5}\b/i.test(text)) return undefined;
  const used = portsOf(deed.act);
  if (used.length === 0) return undefined;
  const right = new Set(
    [...text.matchAll(RIGHT_PORT)].flatMap(([said, port]) => (/\bnot\b/i.test(said) ? [] : [port ?? ""])),
  );
  const named = (text.match(/(?<![\w.-])\d{2,5}(?![\w.-]\w)/g) ?? []).filter((port) => !right.has(port));
  if (right.size === 0 || used.some((port) => right.has(port))) return undefined;
  const wrong = used.find((port) => named.includes(port)) ?? (isAbout(text, deed, scene) ? used[0] : undefined);
  return wrong === undefined ? undefined : `says port ${[...right].join(" or ")}; this uses ${wrong}`;
}

/** Everything that the statement names before the port is in the command. */
function isAbout(text: string, deed: Deed, scene: Scene): boolean {
  const [before = ""] = text.split(/\b(?:listens?|published|runs?|served|available|reachable|is)\b/i);
  const names = tokensOf(before).filter(
    ({ lower }) => !saysNothing(lower) && !/^(?:api|app|http|https|ui)$/.test(lower),
  );
  return names.length > 0 && names.every((token) => isShown(token, "on", { deed, scene }));
}

const VALUED = /\b(?:always|must|only|should)\b/i;
const NAMED_OPTION =
  /\b(profile|context|project|namespace|registry)\s+`?([a-z][\w.-]{2,40})`?|`?([a-z][\w-]{2,40})`?\s+(profile|context|namespace)\b/i;

/** "Always use the dev profile with aws": another one is named. */
function optionAgainst(text: string, { act }: Deed): string | undefined {
  if (!VALUED.test(text) || /\b(?:never|not|n't)\b/i.test(text)) return undefined;
  const found = NAMED_OPTION.exec(text);
  const option = (found?.[1] ?? found?.[4] ?? "").toLowerCase();
  const wanted = (found?.[2] ?? found?.[3] ?? "").toLowerCase();
  if (
    found === null ||
    saysNothing(wanted) ||
    !new RegExp(`\\b${act.program.replace(/\W/g, "\\$&")}\\b`, "i").test(text)
  )
    return undefined;
  const given = optionValue(act, `--${option}`);
  if (given === undefined || given.toLowerCase() === wanted || given.includes("$")) return undefined;
  return `says ${option} ${wanted}; this uses ${given}`;
}

const RULES: readonly Rule[] = [
  messageAgainst,
  branchAgainst,
  mergeAgainst,
  pullAgainst,
  regionAgainst,
  portAgainst,
  optionAgainst,
];
