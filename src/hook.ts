/** What hosts run at every prompt: the smallest program that can answer from memory, and never a reason to fail. */
import { answer } from "./hook/answer.ts";

void answer(process.argv.slice(2));
