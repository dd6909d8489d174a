/** Installs a peer from npm into `.cache/peers`, without running its scripts. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Peer } from "./peer.ts";

const CACHE = fileURLToPath(new URL("../../.cache/peers", import.meta.url));
const INSTALL_MS = 10 * 60_000;

type Installed = { readonly folder: string } | { readonly reason: string };

export function install({ name, folder: own = name, packages, overrides = {}, unpacked = [] }: Peer): Installed {
  if (packages.length === 0) return { folder: "" };
  const folder = join(CACHE, own);
  const wanted = `${JSON.stringify({ private: true, bench: [...packages, ...unpacked], overrides }, null, 1)}\n`;
  const stamp = join(folder, "installed.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return { folder };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), wanted);
  const failed = npm(folder, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", ...packages);
  if (failed !== undefined) return { reason: failed };
  for (const one of unpacked) {
    const reason = unpack(folder, one);
    if (reason !== undefined) return { reason };
  }
  writeFileSync(stamp, wanted);
  return { folder };
}

/** A package alone, in a folder of its name. */
function unpack(folder: string, one: string): string | undefined {
  const failed = npm(folder, "pack", one, "--silent");
  if (failed !== undefined) return failed;
  const [name = ""] = one.split("@");
  const archive = `${one.replace("@", "-")}.tgz`;
  const done = spawnSync("tar", ["xzf", archive], { cwd: folder, encoding: "utf8" });
  if (done.status !== 0) return done.stderr.trim();
  renameSync(join(folder, "package"), join(folder, name));
  rmSync(join(folder, archive));
  return undefined;
}

/** Undefined if it worked, else npm's reason. */
function npm(cwd: string, ...args: string[]): string | undefined {
  // npm leaves out optional packages that do not fit the Node it runs on, so it runs on the one that starts the peers.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
  const done = spawnSync("npm", args, { cwd, env, encoding: "utf8", timeout: INSTALL_MS });
  if (done.status === 0) return undefined;
  const reason = done.stderr.split("\n").find((line) => /^npm error (?!code)/.test(line));
  return reason?.replace(/^npm error (?:\w+ )?/, "") ?? String(done.error ?? "npm failed");
}
