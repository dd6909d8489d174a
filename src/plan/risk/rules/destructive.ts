/** What cannot be taken back: files, disks, tables, things that run elsewhere. */
import {
  argText,
  hasOption,
  hasVerb,
  isOneOf,
  operands,
  type ParsedCommand,
} from "../../../core/command/parsed-command.ts";
import { locationOf, type RunPlace } from "../path-location.ts";
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
    says: "It removes whole folders, and nothing brings them back.",
    matches: [
      "rm -rf build",
      "rm -r -f node_modules",
      "sudo rm --recursive /opt/x",
      "find . -name x | xargs rm -rf",
      "rm -fR .",
      "rm --rec x",
    ],
    misses: ["rm notes.txt", "ls -R", "rmdir empty", "echo rm -rf build"],
    sees: "command",
    when: (command, place) => removesTrees(command) && !(place.calledFrom !== "line" && isOwnFolder(command, place)),
  },
  {
    name: "script-removes-folder",
    risk: "medium",
    touches: ["files"],
    says: "A script of the project removes a folder inside the project.",
    matches: [],
    misses: ["rm -rf build"],
    sees: "command",
    when: (command, place) => removesTrees(command) && place.calledFrom !== "line" && isOwnFolder(command, place),
  },
  {
    name: "removes-everything",
    risk: "high",
    touches: ["files", "outside"],
    says: "It removes the project itself, a home, or what stands above it.",
    matches: ["rm -rf /", "rm -rf ~", "rm -r ..", "rm -rf *", "rm -rf $HOME", "rm -rf ."],
    misses: ["rm -rf build", "rm *.log"],
    sees: "command",
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
    says: "It removes files.",
    matches: ["rm notes.txt", "unlink x", "rmdir empty", "git rm old.ts", "trash x"],
    misses: ["ls", "git status", "rm -rf build"],
    sees: "command",
    when: (command) =>
      (isOneOf(command, "rm unlink rmdir trash gio rimraf del") && !removesTrees(command)) ||
      (isOneOf(command, "git") && hasVerb(command, "rm")),
  },
  {
    name: "deletes-what-it-finds",
    risk: "high",
    touches: ["files"],
    says: "It deletes whatever a search finds.",
    matches: [
      "find . -name '*.o' -delete",
      "find / -type f -exec rm {} \\;",
      "fd -e tmp -x rm",
      "find . -exec shred {} +",
    ],
    misses: ["find . -name '*.o'", "find . -exec grep x {} +"],
    sees: "command",
    when: (command) =>
      (isOneOf(command, "find") && command.args.some(({ value }) => value === "-delete")) ||
      (isOneOf(command, "rm shred unlink truncate") &&
        command.wrappers.some((program) => /^(?:find|fd|fdfind)$/.test(program))),
  },
  {
    name: "overwrites-disks",
    risk: "high",
    touches: ["files", "outside"],
    says: "It writes over disks, partitions or the bytes of files.",
    matches: [
      "dd if=/dev/zero of=/dev/sda",
      "mkfs.ext4 /dev/sdb1",
      "shred -u secrets",
      "wipefs -a /dev/sda",
      "fdisk /dev/sda",
      "truncate -s 0 app.log",
      "diskutil eraseDisk x",
    ],
    misses: ["lsblk", "df -h", "dd --version"],
    sees: "command",
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
    says: "It removes or overwrites rows, tables or keys of a database.",
    matches: [
      ...[
        "psql -c 'DROP TABLE users'",
        "mysql -e 'truncate orders'",
        "sqlite3 a.db 'delete from t'",
        "redis-cli FLUSHALL",
        "dropdb app",
      ],
      ...[
        "echo 'drop table x' | psql app",
        "psql <<< 'DELETE FROM t'",
        "rails db:drop",
        "prisma migrate reset",
        "mongosh --eval 'db.dropDatabase()'",
      ],
    ],
    misses: ["psql -c 'select 1'", "sqlite3 a.db .tables", "rails db:migrate", "grep 'drop table' schema.sql"],
    sees: "command",
    when: losesRows,
  },
  {
    name: "deletes-elsewhere",
    risk: "high",
    touches: ["network"],
    says: "It deletes things that run or are kept elsewhere: containers, clusters, buckets, published packages.",
    matches: [
      ...[
        "docker system prune -af",
        "docker volume rm data",
        "kubectl delete pod x",
        "terraform destroy",
        "aws s3 rm s3://b --recursive",
        "npm unpublish x",
      ],
      ...[
        "docker compose down -v",
        "helm uninstall app",
        "gcloud compute instances delete x",
        "aws ec2 terminate-instances --instance-ids i",
        "docker rmi -f x",
      ],
      ...[
        "pulumi destroy",
        "az group delete -n x",
        "heroku apps:destroy x",
        "aws s3 sync . s3://b --delete",
        "rsync -a --delete a/ b/",
        "terraform apply -destroy",
      ],
    ],
    misses: ["docker ps", "kubectl get pods", "terraform plan", "aws s3 ls", "docker compose down", "rsync -a a/ b/"],
    sees: "command",
    when: deletesElsewhere,
  },
  {
    name: "starts-itself",
    risk: "high",
    touches: ["files", "processes"],
    says: "It starts itself over and over until nothing else can run.",
    matches: [":(){ :|:& };:", "f() { f | f & }; f"],
    misses: ["f() { ls; }; f"],
    sees: "line",
    when: ({ text, doubts }) =>
      doubts.has("defines") && doubts.has("background") && /\(\)\s*\{[^}]{0,200}\|[^}]{0,200}&/.test(text),
  },
];

function removesTrees(command: ParsedCommand): boolean {
  if (isOneOf(command, "rimraf del-cli")) return true;
  return isOneOf(command, "rm") && hasOption(command, "-r -R --recursive");
}

/** A plain folder below the root of the project, never what git keeps. */
function isOwnFolder(command: ParsedCommand, place: RunPlace): boolean {
  return operands(command).every(
    (arg) => (arg.form === "literal" || arg.form === "quoted") && locationOf(arg, place) === "inside",
  );
}

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

/** What the pipeline says is not in its arguments: a client that is fed may be told anything. */
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
