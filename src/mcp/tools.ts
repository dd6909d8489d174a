/** The one table of tools: what the server lists, what it runs and what docs/mcp.md describes. */
import type { Tool } from "./tool.ts";
import { tendingTools } from "./tools/edit-tools.ts";
import { sayingTools } from "./tools/learn-tools.ts";
import { askingTools } from "./tools/recall-tools.ts";

export const TOOLS: readonly Tool[] = [...askingTools, ...sayingTools, ...tendingTools];
