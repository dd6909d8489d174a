/** Things people forbid in words rather than as commands: pushing to a branch, force pushes, global installs, deploying. */
import { type Act, hasOption, hasVerb, isOneOf, operands } from "../risk/act.ts";

type Activity = {
  readonly says: RegExp;
  readonly is: (act: Act, found: RegExpExecArray, branch: string | undefined) => boolean;
};

const BRANCH = "(?:the\\s+)?[`\"']?([\\w./-]{2,40})[`\"']?(?:\\s+branch)?";
const isForced = (act: Act): boolean =>
  hasOption(act, "-f --force --force-with-lease") || operands(act).some(({ value }) => /^\+./.test(value));
const isGit = (act: Act, verbs: string): boolean => isOneOf(act, "git") && hasVerb(act, verbs);
const SCRIPTED =
  "npm pnpm yarn bun make just rake task node composer mix rails fly vercel netlify firebase cdk serverless sls heroku wrangler kamal cap gh flask alembic prisma knex";

const ACTIVITIES: readonly Activity[] = [
  {
    says: new RegExp(`\\bforce[- ]push(?:es|ing|ed)?(?:\\s+(?:directly\\s+)?(?:to|on)\\s+${BRANCH})?`, "i"),
    is: (act, [, to], branch) =>
      isGit(act, "push") && isForced(act) && (to === undefined || !isBranchName(to) || pushesTo(act, to, branch)),
  },
  {
    says: new RegExp(`(?<!force[- ])\\bpush(?:es|ing|ed)?\\b(?:\\s+\\w+){0,3}?\\s+(?:to|on|into)\\s+${BRANCH}`, "i"),
    is: (act, [, to = ""], branch) => isGit(act, "push") && pushesTo(act, to, branch),
  },
  { says: /^\s*push(?:es|ing)?\s*$/i, is: (act) => isGit(act, "push") },
  {
    says: new RegExp(`\\b(?:commit|work)(?:s|ting|ing)?\\b(?:\\s+\\w+){0,2}?\\s+(?:to|on|in)\\s+${BRANCH}`, "i"),
    is: (act, [, to = ""], branch) => isGit(act, "commit") && branch === to,
  },
  { says: /\bamend(?:s|ing|ed)?\b/i, is: (act) => isGit(act, "commit") && hasOption(act, "--amend") },
  {
    says: /\brebas(?:e|es|ing)\b/i,
    is: (act) => isGit(act, "rebase") || (isGit(act, "pull") && hasOption(act, "--rebase -r")),
  },
  {
    says: /\brewrit(?:e|es|ing) (?:the |git )?history\b/i,
    is: (act) =>
      isGit(act, "rebase,filter-branch,filter-repo") ||
      (isGit(act, "push") && isForced(act)) ||
      (isGit(act, "commit") && hasOption(act, "--amend")),
  },
  { says: /\bhard resets?\b/i, is: (act) => isGit(act, "reset") && hasOption(act, "--hard") },
  {
    says: /\b(?:skip|bypass|disable)(?:s|ping|ing)? (?:the |git |pre-commit |commit )*hooks?\b/i,
    is: (act) => isOneOf(act, "git") && hasOption(act, "--no-verify"),
  },
  {
    says: /\bpip(?:e|es|ing)\b.*\b(?:shell|sh|bash)\b/i,
    is: (act) => isOneOf(act, "sh bash zsh dash") && act.fedBy.length > 0,
  },
  { says: /\b(?:stash)(?:es|ing)?\b/i, is: (act) => isGit(act, "stash") },
  { says: /\bcherry-pick(?:s|ing)?\b/i, is: (act) => isGit(act, "cherry-pick") },
  {
    says: /\binstall(?:s|ing)?\b.*\bglobally\b|\bglobal installs?\b|\bglobal packages?\b/i,
    is: (act) => isOneOf(act, "npm pnpm yarn bun") && (hasOption(act, "-g --global") || hasVerb(act, "global add")),
  },
  {
    says: /\b(?:drop|truncate|delete|wipe)(?:ping|ing|s)?\b.*\b(?:tables?|database|db)\b/i,
    is: (act) =>
      isOneOf(act, "dropdb") ||
      (isOneOf(act, "psql mysql sqlite3 mariadb") &&
        act.args.some(({ value }) => /\b(?:drop|truncate|delete)\b/i.test(value))) ||
      scriptNamed(act, /drop|reset/),
  },
  { says: /\bsudo\b|\bas root\b/i, is: (act) => isOneOf(act, "sudo doas") },
  { says: /\bdeploy(?:s|ing|ments?)?\b/i, is: (act) => isDone(act, "deploy") },
  {
    says: /\bpublish(?:es|ing)?\b/i,
    is: (act) => isDone(act, "publish") || (isOneOf(act, "cargo poetry") && hasVerb(act, "publish")),
  },
  { says: /\breleas(?:e|es|ing)\b/i, is: (act) => isDone(act, "release") },
  { says: /\b(?:run|apply|start)(?:ning|ing)?\b.*\bmigrations?\b/i, is: (act) => isDone(act, "migrat") },
  { says: /\bseed(?:s|ing)? (?:the )?(?:database|db)\b/i, is: (act) => isDone(act, "seed") },
  { says: /\b(?:run|start)(?:ning|ing)?\b.*\be2e\b/i, is: (act) => isDone(act, "e2e") },
];

const AIMED = /\b(?:in|on|to|against)\s+(?:the\s+)?(prod(?:uction)?|staging|live)\b/i;

export function doneBy(words: string, act: Act, { branch }: { readonly branch?: string }): string | undefined {
  for (const { says, is } of ACTIVITIES) {
    const found = says.exec(words);
    if (found === null || !is(act, found, branch)) continue;
    const aim = AIMED.exec(words)?.[1]?.toLowerCase().slice(0, 4);
    if (aim !== undefined && !act.args.some(({ value }) => value.toLowerCase().includes(aim))) continue;
    return found[0].trim();
  }
  return undefined;
}

function isDone(act: Act, activity: string): boolean {
  return (
    isOneOf(act, SCRIPTED) &&
    operands(act).some(({ value }) => value.toLowerCase().startsWith(activity) || value.includes(`:${activity}`))
  );
}

function scriptNamed(act: Act, name: RegExp): boolean {
  return isOneOf(act, SCRIPTED) && operands(act).some(({ value }) => name.test(value));
}

const isBranchName = (word: string): boolean => !/^(?:any|shared|a|it|all|remote|branches|them)$/i.test(word);

function pushesTo(act: Act, to: string, branch: string | undefined): boolean {
  const refs = operands(act)
    .slice(2)
    .map(({ value }) => value.replace(/^\+/, ""));
  if (refs.length === 0) return branch === to;
  return refs.some(
    (ref) =>
      ref === to || ref.endsWith(`:${to}`) || ref.endsWith(`:refs/heads/${to}`) || (ref === "HEAD" && branch === to),
  );
}
