/** Starts the program or an empty Node and measures the wall time. */
import { spawnSync } from "node:child_process";

export type Start = {
  readonly home: string;
  /** The working directory; by default the home. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Exit codes that are not failures; by default only 0. */
  readonly fine?: readonly number[];
};

export type Started = { readonly ms: number; readonly stdout: string };

/** Without arguments, `node -e 0`. */
export function started(
  argv: readonly string[],
  { home, cwd = home, env = {}, input = "", fine = [0] }: Start,
): Started {
  // Loading extra certificates would distort the measurement.
  const { NODE_EXTRA_CA_CERTS: _, ...own } = process.env;
  const args = argv.length === 0 ? ["-e", "0"] : argv;
  const began = process.hrtime.bigint();
  const done = spawnSync(process.execPath, args, {
    cwd,
    env: { ...own, OLDHAND_HOME: home, ...env },
    encoding: "utf8",
    maxBuffer: 1e8,
    input,
  });
  const ms = Number(process.hrtime.bigint() - began) / 1e6;
  if (!fine.includes(done.status ?? -1)) throw new Error(`${args.join(" ")} failed: ${done.stderr}`);
  return { ms, stdout: done.stdout };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
