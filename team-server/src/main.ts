#!/usr/bin/env node
/** `oldhand-team`: reads the command line, runs one command, and says on stderr what went wrong. */
import { systemClock } from "../../src/core/base/clock.ts";
import { OldhandError } from "../../src/core/base/error.ts";
import { run } from "./commands.ts";

const { argv, env, stdout, stderr } = process;
const write = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(text);

try {
  await run(argv.slice(2), { variables: env, clock: systemClock, out: write(stdout), err: write(stderr) });
  // Exits even if a connection is still open.
  process.exit(0);
} catch (error) {
  if (!(error instanceof OldhandError)) throw error;
  stderr.write(`oldhand-team: ${error.message}\n`);
  process.exit(error.code === "usage" ? 2 : 1);
}
