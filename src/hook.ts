/** The program that hosts run at every prompt: small, and it always exits with 0. */

import { runHook } from "./faces/hook/run-hook.ts";

// The answer is written by then; exiting at once saves Node from tearing down its heap.
void runHook(process.argv.slice(2)).then(() => process.exit(0));
