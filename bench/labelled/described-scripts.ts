/**
 * Requests that others wrote: READMEs of npm packages say what a script of package.json is for. Reads a folder of unpacked packages,
 * in halves by the hash of their names: one to look at and to fit on, the other only to measure.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Material } from "../../src/core/plan/material.ts";
import { shippedEmbedder } from "../../src/store/piece-table.ts";
import { runnableTargets } from "../../src/system/project/runnable/runnable-targets.ts";

export type Half = "looked at" | "other";
type Described = { readonly request: string; readonly script: string };
export type DescribedPackage = {
  readonly name: string;
  readonly half: Half;
  readonly scripts: Readonly<Record<string, string>>;
  readonly described: readonly Described[];
  readonly material: Material;
};

/** With fewer scripts there is nothing to choose from. */
const LEAST_SCRIPTS = 4;
const LONGEST = 110;
/** `npm run x`, alone, before a comment, or in a list or a table before its description. */
const COMMAND =
  /^[\s|*-]*(?:[$>] )?(?:npm|yarn|pnpm|bun)(?: run)? ([a-z][\w:.-]*?)(?:(?:\s*(?:#|\/\/|\|)|:|\s+(?:[-–—:]+|to))\s+(\S.*?)[\s|]*)?$/;
const PROGRAM = /\b(?:npm|yarn|pnpm|bun)\b/i;

export async function describedPackages(folder: string): Promise<DescribedPackage[]> {
  const seen = new Set<string>();
  const found = readdirSync(folder).flatMap((entry) => {
    const file = join(folder, entry, "package.json");
    if (!existsSync(file)) return [];
    const manifest = readFileSync(file, "utf8");
    const { name, scripts = {} } = JSON.parse(manifest) as { name: string; scripts?: Record<string, string> };
    if (Object.keys(scripts).length < LEAST_SCRIPTS) return [];
    const [owner = ""] = name.split("/");
    const texts = globSync("*.{md,MD}", { cwd: join(folder, entry) });
    const described = texts
      .flatMap((text) => describedIn(readFileSync(join(folder, entry, text), "utf8"), scripts))
      // Packages of one repository repeat each other.
      .filter(({ request, script }) => {
        const key = `${owner} ${request} ${script}`;
        return !seen.has(key) && seen.add(key);
      });
    return described.length === 0 ? [] : [{ name, half: halfOf(owner), scripts, described, manifest }];
  });
  return Promise.all(found.map(async ({ manifest, ...rest }) => ({ ...rest, material: await materialOf(manifest) })));
}

function halfOf(owner: string): Half {
  const [first = 0] = createHash("sha1").update(owner).digest();
  return first % 2 === 0 ? "looked at" : "other";
}

/** A line with a command, and its description or the nearest words above it. */
function describedIn(text: string, scripts: Readonly<Record<string, string>>): Described[] {
  const lines = text.split("\n").map((line) => line.replaceAll("`", ""));
  return lines.flatMap((line, at): Described[] => {
    const [, script, beside] = COMMAND.exec(line) ?? [];
    if (script === undefined || !Object.hasOwn(scripts, script)) return [];
    const request = (beside ?? wordsAbove(lines, at) ?? "").replace(/^[#/*\->\d. ]+|[:*_]/g, "").trim();
    const words = request.match(/\p{L}{2,}/gu) ?? [];
    const isRequest = request.length < LONGEST && words.length >= 2 && !PROGRAM.test(request);
    // One of two equal scripts cannot be told from the other.
    const isTwin = Object.values(scripts).filter((body) => body === scripts[script]).length > 1;
    return isRequest && !isTwin ? [{ request, script }] : [];
  });
}

function wordsAbove(lines: readonly string[], at: number): string | undefined {
  const above = lines
    .slice(Math.max(0, at - 4), at)
    .findLast((line) => !/^\s*(?:bash|sh|shell|console|zsh)?\s*$/.test(line));
  return above === undefined || /^\s*(?:[$>] )?(?:npm|yarn|pnpm|bun|cd|git|npx)\b/.test(above) ? undefined : above;
}

async function materialOf(manifest: string): Promise<Material> {
  const root = mkdtempSync(join(tmpdir(), "oldhand-bench-readmes-"));
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, "package.json"), manifest);
  const targets = await runnableTargets(root, root);
  rmSync(root, { recursive: true, force: true });
  const weightOf = shippedEmbedder({ "recall.embedder": "static" })?.weightOf;
  return { cwd: root, projectRoot: root, nowMs: Date.now(), workflows: [], commands: [], targets, weightOf };
}

/** The same project after a script was taken out. */
export function without({ material }: DescribedPackage, script: string): Material {
  return { ...material, targets: material.targets.filter(({ run }) => run.split(" ").at(-1) !== script) };
}

/** Requests of others for which no script here has a word of the wanted script's name or runs its program. */
export function foreignRequests(
  { name, half, scripts }: DescribedPackage,
  all: readonly DescribedPackage[],
  most: number,
): string[] {
  const here = new Set(Object.entries(scripts).flatMap(([script, body]) => [...wordsOf(script), ...wordsOf(body)]));
  const others = all.filter((other) => other.half === half && other.name !== name);
  return others
    .flatMap((other) => other.described.map((one) => ({ ...one, body: other.scripts[one.script] ?? "" })))
    .filter(
      ({ script, body, request }) =>
        ![...wordsOf(script), ...wordsOf(body), ...wordsOf(request)].some((word) => here.has(word)),
    )
    .toSorted((a, b) => order(name, a.request) - order(name, b.request))
    .slice(0, most)
    .map(({ request }) => request);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]{3,}/g) ?? [];

/** Random, and the same in every run. */
function order(name: string, request: string): number {
  return createHash("sha1").update(`${name} ${request}`).digest().readUInt32BE();
}
