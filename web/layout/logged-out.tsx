/** Shown instead of the page in a tab without access: how to get it. */
import { loginProblem } from "../state/access.ts";

export function LoggedOut() {
  return (
    <main id="main" class="view">
      <div class="empty">
        <h1>Not logged in</h1>
        {loginProblem.value !== undefined && <p>{loginProblem.value}</p>}
        <p>
          Press Enter in the terminal where <code>oldhand ui</code> runs, or run <code>oldhand ui</code> at a terminal,
          and open the address that it prints. Each address works once, within a minute.
        </p>
      </div>
    </main>
  );
}
