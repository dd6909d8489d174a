/** Commands that cannot be undone: they delete files, disks, tables, or things on other machines. */
import { anyOf } from "../../../core/base/lazy-pattern.ts";
import { argText, hasOption, operands, type ParsedCommand, runsOneOf } from "../../../core/command/parsed-command.ts";
import { resolvedPath } from "../../../core/command/syntax/word.ts";
import { locationOf, type RunPlace } from "../paths.ts";
import type { Signs } from "./rule.ts";

const LOSES_ROWS =
  /\b(?:drop|truncate|delete\s+from|dropDatabase|deleteMany|flushall|flushdb)\b|\bupdate\s+\S+\s+set\b(?!.*\bwhere\b)/is;
const CONTAINERS = "docker podman docker-compose nerdctl";
const PACKAGES = "npm pnpm yarn cargo gem";
const CLOUDS =
  "kubectl oc helm terraform tofu pulumi aws gcloud az heroku fly flyctl doctl eksctl kind k3d minikube vagrant gsutil s3cmd mc rclone wrangler vercel netlify firebase supabase linode-cli hcloud twine";

export const DESTRUCTIVE_SIGNS: Signs = {
  "removes-trees": [(command, place) => removesTrees(command) && !isExpendable(command, place)],
  "script-removes-folder": [(command, place) => removesTrees(command) && isExpendable(command, place)],
  "removes-everything": [
    (command, place) =>
      runsOneOf(command, "rm") &&
      removesTrees(command) &&
      operands(command).some(
        (arg) => /^(?:project|above)$/.test(locationOf(arg, place)) || /^(?:\.\/)?\*+$/.test(arg.value),
      ),
  ],
  "removes-files": [
    (command) => runsOneOf(command, "rm unlink rmdir trash gio rimraf del") && !removesTrees(command),
    { of: "git", verbs: "rm" },
  ],
  "deletes-what-it-finds": [
    { of: "find", says: /(?:^| )-delete(?: |$)/ },
    (command) =>
      runsOneOf(command, "rm shred unlink truncate") &&
      command.wrappers.some((program) => /^(?:find|fd|fdfind)$/.test(program)),
  ],
  "overwrites-disks": [
    { of: /^mkfs/ },
    { of: "dd", says: /(?:^| )of=/ },
    {
      of: "shred srm wipe wipefs fdisk sfdisk gdisk sgdisk parted mkswap blkdiscard badblocks hdparm diskutil truncate cryptsetup lvremove vgremove pvremove zfs zpool mdadm",
    },
  ],
  "loses-rows": [
    { of: "dropdb dropuser" },
    losesRows,
    {
      of: "rails rake prisma npx bin/rails artisan php mix flask manage.py python python3 knex sequelize typeorm alembic",
      says: /\b(?:db:drop|db:reset|migrate:fresh|migrate:reset|migrate reset|db push --force-reset|ecto\.drop|ecto\.reset|flush|downgrade base|schema:drop|reset_db)\b/,
    },
  ],
  "deletes-elsewhere": [
    (command) => runsOneOf(command, CONTAINERS) && deletes(command, Number.POSITIVE_INFINITY),
    (command) => runsOneOf(command, `${CLOUDS} ${PACKAGES}`) && deletes(command, 5),
    { of: CONTAINERS, options: "-v --volumes --rmi", says: /(?:^| )down(?: |$)/ },
    { of: CLOUDS, options: "--delete --delete-during --delete-after -destroy --destroy" },
    {
      of: "rsync",
      options: "--delete --delete-after --delete-before --delete-during --delete-excluded --remove-source-files",
    },
  ],
};

function removesTrees(command: ParsedCommand): boolean {
  return runsOneOf(command, "rimraf del-cli") || (runsOneOf(command, "rm") && hasOption(command, "-r -R --recursive"));
}

/** In a script: folders of the project, each not there, as committed, or built, so that nothing in them is lost. */
function isExpendable(command: ParsedCommand, place: RunPlace): boolean {
  if (place.calledFrom === "line") return false;
  return operands(command).every((arg) => {
    if ((arg.form !== "literal" && arg.form !== "quoted") || locationOf(arg, place) !== "inside") return false;
    const path = resolvedPath(arg, place);
    const state = path === undefined ? "changed" : (place.gitState?.(path) ?? "untracked");
    return state === "clean" || state === "absent" || (state === "untracked" && BUILT.test(arg.value));
  });
}

/** Names of folders that builds and tools make. */
const BUILT = new RegExp(
  String.raw`^(?:\.\/)?(?:[\w@.-]+\/)*${anyOf`dist, build, out, target, coverage, htmlcov, site, _site, bin, obj, lib, es, cjs, esm, tmp, temp
    node_modules, __pycache__, \.?venv, storybook-static, [\w.-]+\.egg-info
    \.(?:next|nuxt|turbo|cache|coverage|output|parcel-cache|svelte-kit|vite|terraform|[a-z]+_cache)
    coverage\.\w+`}\/?$`,
);

const DATABASES =
  "psql mysql mariadb sqlite3 duckdb mongo mongosh redis-cli clickhouse-client cqlsh sqlcmd bq snowsql usql pgcli mycli";

/** A database client that reads a pipeline may get any statement. */
function losesRows(command: ParsedCommand): boolean {
  if (!runsOneOf(command, DATABASES)) return false;
  const text = argText(command);
  const isFed = command.fedBy.length > 0 && !/(?:^| )-c\b/.test(text);
  return isFed || LOSES_ROWS.test(text) || LOSES_ROWS.test(command.input ?? "");
}

const DELETING_VERB =
  /^(?:delete|destroy|rm|rmi|remove|prune|purge|uninstall|unpublish|terminate-\w+|delete-\w[\w-]*|deregister-[\w-]+|rb|undeploy|drain|apps:destroy|pg:reset|nuke|down:destroy)$/;

/** Among the first words; a package that is removed from the project is not deleted elsewhere. */
function deletes(command: ParsedCommand, within: number): boolean {
  const isOwn = (word: string) => runsOneOf(command, PACKAGES) && /^(?:rm|remove|uninstall|prune)$/.test(word);
  const words = operands(command).map(({ value }) => value);
  return words.slice(0, within).some((word) => DELETING_VERB.test(word) && !isOwn(word));
}
