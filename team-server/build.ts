// Bundles the server with what it shares with its clients (src/core) into dist/; its dependencies stay ordinary packages.
import { chmod, cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const root = fileURLToPath(new URL(".", import.meta.url));

export const bundle = {
  ...{ absWorkingDir: root, entryPoints: { "oldhand-team": "src/main.ts" }, outdir: "dist" },
  ...{ bundle: true, platform: "node", target: "node22", format: "esm", packages: "external" },
  ...{ metafile: true, legalComments: "none", logLevel: "warning" },
} as const satisfies esbuild.BuildOptions;

export async function buildTeamServer(): Promise<void> {
  await rm(`${root}dist`, { recursive: true, force: true });
  await esbuild.build(bundle);
  // The program reads them beside itself.
  await cp(`${root}src/postgres/migrations`, `${root}dist/migrations`, { recursive: true });
  await chmod(`${root}dist/oldhand-team.js`, 0o755);
}

if (import.meta.main) await buildTeamServer();
