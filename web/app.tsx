/** Starts the page: logs in, connects its state to the server, the address and the keyboard, then renders it. */
import { render } from "preact";
import { Layout } from "./layout/layout.tsx";
import { LoggedOut } from "./layout/logged-out.tsx";
import { hasAccess, logIn } from "./state/access.ts";
import { followHistory } from "./state/history-pages.ts";
import { followAddress } from "./state/navigation.ts";
import { followRuns } from "./state/runs.ts";
import { chooseStart, connectLive } from "./state/server-status.ts";
import { listenForShortcuts } from "./state/shortcuts.ts";
import { followSuggestions } from "./state/suggestion-summary.ts";

followAddress();
await logIn();
if (hasAccess.value) {
  listenForShortcuts();
  followHistory();
  await chooseStart();
  followRuns();
  followSuggestions();
  connectLive();
}
render(<App />, document.getElementById("app")!);

function App() {
  return hasAccess.value ? <Layout /> : <LoggedOut />;
}
