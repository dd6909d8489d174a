/** Commands that cannot be undone: they delete files, disks, tables, or things on other machines. */
import {
  argText,
  hasOption,
  hasVerb,
  isOneOf,
  operands,
  type ParsedCommand,
} from "../../../core/command/parsed-command.ts";
import { resolvedPath } from "../../../core/command/syntax/word.ts";
import { locationOf, type RunPlace } from "../paths.ts";
import type { Rule } from "./rule.ts";

const DATABASES =
  "psql mysql mariadb sqlite3 duckdb mongo mongosh redis-cli clickhouse-client cqlsh sqlcmd bq snowsql usql pgcli mycli";
const LOSES_ROWS =
  /\b(?:drop|truncate|delete\s+from|dropDatabase|deleteMany|flushall|flushdb)\b|\bupdate\s+\S+\s+set\b(?!.*\bwhere\b)/is;

export const DESTRUCTIVE_RULES: readonly Rule[] = [
  {
    name: "removes-trees",
    risk: "high",
    touches: ["files"],
    says: "Deletes folders with everything in them.",
    when: (command, place) => removesTrees(command) && !(place.calledFrom !== "line" && isExpendable(command, place)),
  },
  {
    name: "script-removes-folder",
    risk: "medium",
    touches: ["files"],
    says: "A script of the project deletes a folder that can be built again or restored from git.",
    when: (command, place) => removesTrees(command) && place.calledFrom !== "line" && isExpendable(command, place),
  },
  {
    name: "removes-everything",
    risk: "high",
    touches: ["files", "outside"],
    says: "Deletes the project itself, a home directory, or a folder above the project.",
    when: (command, place) =>
      isOneOf(command, "rm") &&
      hasOption(command, "-r -R --recursive") &&
      operands(command).some(
        (arg) => /^(?:project|above)$/.test(locationOf(arg, place)) || /^(?:\.\/)?\*+$/.test(arg.value),
      ),
  },
  {
    name: "removes-files",
    risk: "medium",
    touches: ["files"],
    says: "Deletes files.",
    when: (command) =>
      (isOneOf(command, "rm unlink rmdir trash gio rimraf del") && !removesTrees(command)) ||
      (isOneOf(command, "git") && hasVerb(command, "rm")),
  },
  {
    name: "deletes-what-it-finds",
    risk: "high",
    touches: ["files"],
    says: "Deletes every file that a search finds.",
    when: (command) =>
      (isOneOf(command, "find") && command.args.some(({ value }) => value === "-delete")) ||
      (isOneOf(command, "rm shred unlink truncate") &&
        command.wrappers.some((program) => /^(?:find|fd|fdfind)$/.test(program))),
  },
  {
    name: "overwrites-disks",
    risk: "high",
    touches: ["files", "outside"],
    says: "Overwrites a disk, a partition or the contents of a file.",
    when: (command) =>
      /^mkfs/.test(command.program) ||
      (isOneOf(command, "dd") && command.args.some(({ value }) => value.startsWith("of="))) ||
      isOneOf(
        command,
        "shred srm wipe wipefs fdisk sfdisk gdisk sgdisk parted mkswap blkdiscard badblocks hdparm diskutil truncate cryptsetup lvremove vgremove pvremove zfs zpool mdadm",
      ),
  },
  {
    name: "loses-rows",
    risk: "high",
    touches: ["outside"],
    says: "Deletes or overwrites rows, tables or keys of a database.",
    when: losesRows,
  },
  {
    name: "deletes-elsewhere",
    risk: "high",
    touches: ["network"],
    says: "Deletes containers, clusters, buckets or published packages.",
    when: deletesElsewhere,
  },
  {
    name: "starts-itself",
    risk: "high",
    touches: ["files", "processes"],
    says: "Starts itself again and again until nothing else can run.",
    whenLine: ({ text, doubts }) =>
      doubts.has("defines") && doubts.has("background") && /\(\)\s*\{[^}]{0,200}\|[^}]{0,200}&/.test(text),
  },
];

function removesTrees(command: ParsedCommand): boolean {
  if (isOneOf(command, "rimraf del-cli")) return true;
  return isOneOf(command, "rm") && hasOption(command, "-r -R --recursive");
}

/** Folders of the project, each not there, as committed, or built: nothing in them is lost. */
function isExpendable(command: ParsedCommand, place: RunPlace): boolean {
  return operands(command).every((arg) => {
    if ((arg.form !== "literal" && arg.form !== "quoted") || locationOf(arg, place) !== "inside") return false;
    const path = resolvedPath(arg, place);
    const state = path === undefined ? "changed" : (place.gitState?.(path) ?? "untracked");
    return state === "clean" || state === "absent" || (state === "untracked" && BUILT.test(arg.value));
  });
}

/** Names of folders that builds and tools make. */
const BUILT =
  /^(?:\.\/)?(?:[\w@.-]+\/)*(?:dist|build|out|target|coverage|htmlcov|site|_site|bin|obj|lib|es|cjs|esm|tmp|temp|node_modules|__pycache__|\.?venv|storybook-static|[\w.-]+\.egg-info|\.(?:next|nuxt|turbo|cache|coverage|output|parcel-cache|svelte-kit|vite|terraform|[a-z]+_cache)|coverage\.\w+)\/?$/;

function losesRows(command: ParsedCommand): boolean {
  if (isOneOf(command, "dropdb dropuser")) return true;
  if (isOneOf(command, DATABASES))
    return LOSES_ROWS.test(argText(command)) || LOSES_ROWS.test(command.input ?? "") || isFedRows(command);
  if (isOneOf(command, "echo printf")) return false;
  return /^(?:rails|rake|prisma|npx|bin\/rails|artisan|php|mix|flask|manage\.py|python3?|knex|sequelize|typeorm|alembic)$/.test(
    command.program,
  )
    ? /\b(?:db:drop|db:reset|migrate:fresh|migrate:reset|migrate reset|db push --force-reset|ecto\.drop|ecto\.reset|flush|downgrade base|schema:drop|reset_db)\b/.test(
        argText(command),
      )
    : false;
}

/** A database client that reads a pipeline may get any statement. */
function isFedRows(command: ParsedCommand): boolean {
  return command.fedBy.length > 0 && !/(?:^| )-c\b/.test(argText(command));
}

const DELETING_VERB =
  /^(?:delete|destroy|rm|rmi|remove|prune|purge|uninstall|unpublish|terminate-\w+|delete-\w[\w-]*|deregister-[\w-]+|rb|undeploy|drain|apps:destroy|pg:reset|nuke|down:destroy)$/;

function deletesElsewhere(command: ParsedCommand): boolean {
  const words = operands(command).map(({ value }) => value);
  if (isOneOf(command, "docker podman docker-compose nerdctl"))
    return (
      words.some((word) => DELETING_VERB.test(word)) ||
      (words.includes("down") && hasOption(command, "-v --volumes --rmi"))
    );
  if (
    isOneOf(
      command,
      "kubectl oc helm terraform tofu pulumi aws gcloud az heroku fly flyctl doctl eksctl kind k3d minikube vagrant gsutil s3cmd mc rclone wrangler vercel netlify firebase supabase linode-cli hcloud npm pnpm yarn cargo gem twine",
    )
  )
    return (
      words.slice(0, 5).some((word) => DELETING_VERB.test(word) && !isPackageRemoval(command, word)) ||
      (hasOption(command, "--delete --delete-during --delete-after -destroy --destroy") &&
        !isOneOf(command, "npm pnpm yarn cargo gem"))
    );
  return (
    isOneOf(command, "rsync") &&
    hasOption(
      command,
      "--delete --delete-after --delete-before --delete-during --delete-excluded --remove-source-files",
    )
  );
}

function isPackageRemoval(command: ParsedCommand, word: string): boolean {
  return isOneOf(command, "npm pnpm yarn cargo gem") && /^(?:rm|remove|uninstall|prune)$/.test(word);
}
