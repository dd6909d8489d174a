/** Starts the page: connects its state to the server, the address and the keyboard, then renders it. */
import { render } from "preact";
import { Layout } from "./layout/layout.tsx";
import { followHistory } from "./state/history-pages.ts";
import { followAddress } from "./state/navigation.ts";
import { followRuns } from "./state/runs.ts";
import { connectLive } from "./state/server-status.ts";
import { listenForShortcuts } from "./state/shortcuts.ts";

followAddress();
listenForShortcuts();
followHistory();
followRuns();
connectLive();
render(<Layout />, document.getElementById("app")!);
