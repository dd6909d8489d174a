/** The one table of tools: what the server lists, what it runs and what docs/mcp.md describes. */
import type { Tool } from "./tool.ts";
import { askingTools } from "./tools/asking.ts";
import { sayingTools } from "./tools/saying.ts";
import { tendingTools } from "./tools/tending.ts";

export const TOOLS: readonly Tool[] = [...askingTools, ...sayingTools, ...tendingTools];
