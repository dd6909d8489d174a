/** The one table of what the page may ask, and the live wire is all there is beside it. */
import type { Route } from "./route.ts";
import { askingRoutes } from "./routes/asking.ts";
import { careRoutes } from "./routes/care.ts";
import { historyRoutes } from "./routes/history.ts";
import { recallRoutes } from "./routes/recall.ts";
import { recordRoutes } from "./routes/records.ts";
import { suggestionRoutes } from "./routes/suggestions.ts";
import { workflowRoutes } from "./routes/workflows.ts";

export const ROUTES: readonly Route[] = [
  ...historyRoutes,
  ...askingRoutes,
  ...suggestionRoutes,
  ...recordRoutes,
  ...recallRoutes,
  ...workflowRoutes,
  ...careRoutes,
];
