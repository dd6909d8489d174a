/** Routes that preview recall and the brief for a task, each with what was left out and why. */
import { z } from "zod";
import { get, integer, line, type Route } from "../route.ts";

const PROMPT_CHARS = 20_000;
const MAX_BUDGET = 100_000;
const MOST_RESULTS = 30;
/** A person reads more than a prompt has room for. */
const SEARCH_TOKENS = 12_000;

const briefFields = {
  prompt: z.string().max(PROMPT_CHARS).exactOptional(),
  file: line().exactOptional(),
  budget: integer(MAX_BUDGET).exactOptional(),
};

export const recallRoutes: readonly Route[] = [
  get(
    "/api/recall",
    "recall",
    { query: z.string().min(1).max(PROMPT_CHARS), path: line().exactOptional() },
    ({ memory }, input) =>
      memory.previewRecall({ ...input, unaccepted: "all", limit: MOST_RESULTS, budget: SEARCH_TOKENS }),
  ),
  get("/api/brief", "brief", briefFields, ({ memory }, input) => memory.previewBrief(input)),
];
