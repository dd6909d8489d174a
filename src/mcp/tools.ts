/** The table of tools: listed and run by the server, described in docs/mcp.md. */
import type { Tool } from "./tool.ts";
import { editTools } from "./tools/edit-tools.ts";
import { learnTools } from "./tools/learn-tools.ts";
import { recallTools } from "./tools/recall-tools.ts";

export const TOOLS: readonly Tool[] = [...recallTools, ...learnTools, ...editTools];
