// Collects the licences of the bundled packages, because they require their text to be distributed with the code.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

export function licencesOf(metafiles: Metafile[], root: string): string {
  const carried = metafiles
    .flatMap((meta) => Object.values(meta.outputs))
    .flatMap((output) => Object.entries(output.inputs));
  const packages = carried.filter(([, used]) => used.bytesInOutput > 0).map(([path]) => packageOf(path));
  const names = [...new Set(packages)].filter((name) => name !== undefined).sort();
  if (names.length === 0) return "This package contains no third-party code.\n";
  return names.map((name) => licenceOf(join(root, name))).join(`\n${"-".repeat(80)}\n\n`);
}

/** The folder of a package: node_modules/zod, node_modules/@scope/name, or one nested in another package. */
function packageOf(input: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

function licenceOf(dir: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
  const files = readdirSync(dir).filter(
    (file) => /^(licen[cs]e|copying|notice)/i.test(file) && existsSync(join(dir, file)),
  );
  if (!license && files.length === 0) throw new Error(`${name} has no licence, so it cannot be bundled.`);
  const texts = files.sort().map((file) => readFileSync(join(dir, file), "utf8").trim());
  return [`${name} ${version} (${license})`, ...texts].join("\n\n").concat("\n");
}
