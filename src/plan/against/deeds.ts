/** Whether a command does the action that a word names, or is about the thing it names: "restart", "deploy", "tags". */

import { type ParsedCommand as Act, hasOption, operands } from "../../core/command/parsed-command.ts";
import { stem } from "../../core/text/stem.ts";
import { DEEDS, THINGS } from "./deed-words.ts";
import { changedPaths, isAdding, isEditor, isLooking, isManager, isReading, SQL_CLIENTS, sqlOf } from "./scene.ts";

const hasWord = (act: Act, words: RegExp): boolean => words.test(act.args.map(({ value }) => value).join(" "));
const REMOVERS =
  "rm; rmdir; unlink; shred; rimraf; trash; git rm|clean; git branch -d|-D|--delete; git push -d|--delete; git tag -d|--delete; git stash drop|clear; git remote remove|rm; kubectl|oc delete; docker|podman rm|rmi; docker|podman volume|image|container|network|system|builder rm|prune|remove; docker compose down -v|--volumes; docker compose rm; docker-compose down -v|--volumes; terraform|tofu|terragrunt|pulumi|cdk destroy; terraform|tofu apply -destroy; helm uninstall|delete; dropdb; aws s3 rm|rb; gsutil rm|rb; gh repo|release delete; userdel; lvremove; find -delete; npm|yarn unpublish; redis-cli|valkey-cli flushall|flushdb|del; mc rm|rb; virsh undefine; zfs|zpool destroy; ~drop; ~reset; ~wipe";
const CREATORS =
  "git tag !-l|--list|-d; git branch !-d|-D|--list; git checkout -b; git switch -c|-C; git worktree add; kubectl|oc|gcloud|az|docker create; docker volume|network create; kubectl run|expose; aws s3 mb; gh pr|repo|release create; glab mr create; mkdir; touch; createdb; terraform|tofu apply; useradd; gsutil mb";

/** Commands that change something elsewhere, unless they only read. */
const STEERED =
  "kubectl|oc|helm|gcloud|aws|az|doctl|heroku|fly|terraform|tofu|pulumi|systemctl|service|virsh|ansible-playbook; docker|podman stop|restart|rm|kill|start|update|rename";

const QUESTIONS: Readonly<Record<string, (act: Act) => boolean>> = {
  adds: isAdding,
  packages: isManager,
  uninstalls: (act) => isDeed("uninstall", act),
  deploys: (act) => isDeed("deploy", act),
  removes: (act) =>
    isBy(REMOVERS, act) ||
    /\b(?:drop|truncate|delete)\b/.test(sqlOf(act)) ||
    operands(act).some(({ value }) => /^(?:delete|terminate|remove|purge)-[a-z]/.test(value)) ||
    (isBy("gcloud|az", act) && operands(act).some(({ value }) => value === "delete")) ||
    (isBy("git push", act) && operands(act).some(({ value }) => /^:./.test(value))),
  edits: (act) => changedPaths(act).length > 0,
  changes: (act) => isBy(STEERED, act) && !isReading(act),
  creates: (act) => isBy(CREATORS, act) || operands(act).some(({ value }) => /^(?:create|run)-[a-z]/.test(value)),
  sql: (act) => isBy(SQL_CLIENTS.replaceAll(" ", "|"), act),
  "sql-update": (act) => /\bupdate\b/.test(sqlOf(act)),
  "sql-drops": (act) => /\b(?:drop|truncate)\b/.test(sqlOf(act)),
  "sql-alter": (act) => /\balter\b/.test(sqlOf(act)),
  "sql-writes": (act) => /\b(?:insert|update|delete|drop|alter|truncate|create|grant)\b/.test(sqlOf(act)),
  "migration-files": (act) => !isLooking(act) && hasWord(act, /\bmigrations?\b/),
  "pushes-tags": (act) =>
    isBy("git push --tags|--follow-tags", act) ||
    (isBy("git push", act) && operands(act).some(({ value }) => /^(?:refs\/tags\/|v?\d+\.\d)/.test(value))),
  locks: (act) => hasWord(act, /\block\b|-lock\.|lockfile|go\.sum/),
  secrets: (act) => hasWord(act, /secret/i),
  ran: (act) =>
    !isLooking(act) && !isBy("git|rm|mv|cp|mkdir|touch", act) && hasWord(act, /\be2e\b|end-to-end|playwright|cypress/),
  version: (act) => hasWord(act, /(?<![\w.])v?\d+\.\d+/) || isBy("npm|pnpm|yarn|poetry|cargo version", act),
};

const SCRIPTED =
  "npm|pnpm|yarn|bun|make|just|rake|task|node|composer|mix|rails|flask|deno|nx|turbo|lerna|sh|bash|python|python3|mage|invoke|inv|gulp|grunt|ant|mvn|gradle|gradlew|heroku|knex|sequelize|prisma|typeorm|artisan|php";

export function isBy(patterns: string, act: Act): boolean {
  // Most rows are about other programs, which is quick to check.
  if (!/[*@~]/.test(patterns) && !patterns.includes(act.program)) return false;
  return patterns.split(";").some((pattern) => isOne(pattern.trim(), act));
}

function isOne(pattern: string, act: Act): boolean {
  if (pattern.startsWith("@")) return QUESTIONS[pattern.slice(1)]?.(act) ?? false;
  if (pattern.startsWith("~")) return runsScript(act, pattern.slice(1));
  const [program = "", ...rest] = pattern.split(" ");
  if (program !== "*" && !program.split("|").includes(act.program)) return false;
  const given = operands(act).map(({ value }) => value);
  let at = 0;
  for (const word of rest) {
    if (word.startsWith("!")) {
      if (act.args.some(({ value }) => value === "--") && word === "!--") return false;
      if (word !== "!--" && hasOption(act, word.slice(1).replaceAll("|", " "))) return false;
    } else if (word.startsWith("-")) {
      if (!hasOption(act, word.replaceAll("|", " "))) return false;
    } else if (word !== "*" && !isGiven(word, given[at] ?? "")) return false;
    else at += 1;
  }
  return true;
}

/** Also as `deploy/api`. */
const isGiven = (words: string, given: string): boolean => {
  const list = words.split("|");
  return list.includes(given) || list.includes(given.replace(/\/.*$/, ""));
};

/** `npm run deploy:prod`, `make deploy`, `./scripts/deploy.sh`. */
function runsScript(act: Act, word: string): boolean {
  if (!act.program.includes(" ") && new RegExp(`^${word}[\\w.-]*\\.(?:sh|py|js|ts|mjs|rb)$`).test(act.program))
    return true;
  if (!SCRIPTED.split("|").includes(act.program))
    return /^\.{0,2}\//.test(act.name.value) && act.program.includes(word);
  return operands(act)
    .slice(0, 2)
    .some(({ value }) => new RegExp(`(?:^|[:_/.-])${word}`, "i").test(value));
}

type Table = ReadonlyMap<string, string>;
const read = (rows: string): Table =>
  new Map(
    rows
      .trim()
      .split("\n")
      .map((row) => {
        const at = row.indexOf(" = ");
        return [stem(row.slice(0, at)), row.slice(at + 3)] as const;
      }),
  );

let tables: { readonly deeds: Table; readonly things: Table } | undefined;
function known(): { readonly deeds: Table; readonly things: Table } {
  tables ??= { deeds: read(DEEDS), things: read(THINGS) };
  return tables;
}

/** The same words recur in every statement. */
const STEMS = new Map<string, string>();
const MOST_STEMS = 4000;
function stemOf(word: string): string {
  const found = STEMS.get(word) ?? stem(word === "built" ? "build" : word === "written" ? "write" : word);
  if (STEMS.size < MOST_STEMS) STEMS.set(word, found);
  return found;
}

/** Statements check the same command many times. */
const ANSWERS = new WeakMap<Act, Map<string, boolean>>();
function isAnswered(by: string, act: Act): boolean {
  const answers = ANSWERS.get(act) ?? new Map<string, boolean>();
  ANSWERS.set(act, answers);
  const answer = answers.get(by) ?? isBy(by, act);
  answers.set(by, answer);
  return answer;
}

export const isDeedWord = (word: string): boolean => known().deeds.has(stemOf(word));
export const isThingWord = (word: string): boolean => known().things.has(stemOf(word));

export function isDeed(word: string, act: Act): boolean {
  const by = known().deeds.get(stemOf(word));
  return by !== undefined && (isAnswered(by, act) || isItsVerb(word, act));
}

const NO_VERBS =
  "rm|mv|cp|touch|mkdir|cd|vim|vi|nano|code|node|python|python3|bash|sh|sudo|ssh|find|tar|source|docker|crontab";

/** For any program: `packer build` builds. */
function isItsVerb(word: string, act: Act): boolean {
  const [first] = operands(act);
  if (first === undefined || !/^[a-z-]+$/.test(first.value) || isLooking(act)) return false;
  return !NO_VERBS.split("|").includes(act.program) && stemOf(first.value) === stemOf(word);
}

/** Whether the row of the deed lists this program: what others do is unknown. */
export function isKnownFor(word: string, act: Act): boolean {
  const by = known().deeds.get(stemOf(word)) ?? "";
  return (
    (/@(?:adds|packages)/.test(by) && isManager(act)) ||
    (/@edits/.test(by) && isEditor(act)) ||
    new RegExp(`(?:^|[;| ])${act.program.replace(/\W/g, "\\$&")}(?:$|[;| ])`).test(by)
  );
}

export function isAboutThing(word: string, act: Act): boolean {
  const by = known().things.get(stemOf(word));
  return by !== undefined && ((by.startsWith("@deed") && isDeed(word, act)) || isAnswered(by, act));
}

/** The command that makes a thing: a demand on every container applies when one is run. */
const MADE_BY: Readonly<Record<string, string>> = {
  container: "docker|podman run|create",
  image: "docker|podman build",
  commit: "git commit",
  tag: "git tag",
  pr: "gh pr create",
};

export function makesThing(words: readonly string[], act: Act): boolean {
  return words.some((word) =>
    Object.entries(MADE_BY).some(([thing, by]) => stem(thing) === stem(word) && isBy(by, act)),
  );
}

/** The stems of all words for a command. */
export function wordsFor(act: Act): readonly string[] {
  const { deeds, things } = known();
  return [...deeds, ...things].filter(([, by]) => isAnswered(by, act)).map(([word]) => word);
}
