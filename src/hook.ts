/** What hosts run at every prompt: the smallest program that can answer from memory, and never a reason to fail. */

import { startDeadline } from "./hook/deadline.ts";
import { answer } from "./hook/run-hook.ts";

// The answer is written by then; ending at once spares Node from taking its heap apart.
void answer(process.argv.slice(2), startDeadline()).then(() => process.exit(0));
