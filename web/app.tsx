/** The page: a header, the views, and what lies over them. */
import { render } from "preact";
import { Frame } from "./frame.tsx";
import { beginHistory } from "./state/history.ts";
import { followKeys } from "./state/keys.ts";
import { followAddress } from "./state/place.ts";
import { beginRuns } from "./state/runs.ts";
import { beginLive } from "./state/standing.ts";

followAddress();
followKeys();
beginHistory();
beginRuns();
beginLive();
render(<Frame />, document.getElementById("app")!);
