/** What hosts run at every prompt: the smallest program that can answer from memory, and never a reason to fail. */
import { answer } from "./hook/answer.ts";
import { startDeadline } from "./hook/deadline.ts";

// The answer is written by then; ending at once spares Node from taking its heap apart.
void answer(process.argv.slice(2), startDeadline()).then(() => process.exit(0));
