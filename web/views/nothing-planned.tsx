/** Nothing here is proven for the request: what came nearest, and how it would become known. */
import type { Nearby } from "../../src/core/plan/plan.ts";
import { When } from "../parts/when.tsx";
import { visible } from "../parts/words.ts";
import { putAside, submit } from "../state/plan.ts";

export function NothingPlanned({ nearest, request }: { nearest: readonly Nearby[]; request: string }) {
  return (
    <section class="plan" aria-label="Plan">
      <header>
        <h3>Nothing here is proven for “{visible(request)}”</h3>
        <span class="grow" />
        <button type="button" class="quiet" onClick={putAside}>
          Close
        </button>
      </header>
      {nearest.length === 0 ? (
        <p class="muted">Run it once by hand, save a workflow for it, or configure a model: then it can be planned.</p>
      ) : (
        <>
          <p class="muted">What came nearest:</p>
          <ul class="nearest">
            {nearest.map(({ command, label, lastAt, lastExit, source }) => (
              <li key={`${source} ${command}`}>
                <button type="button" onClick={() => void submit(command, "command")}>
                  <code>{visible(command)}</code>
                </button>{" "}
                <span class="muted">
                  {label}
                  {lastAt !== undefined && (
                    <>
                      , <When at={lastAt} />
                      {lastExit === undefined ? "" : lastExit === 0 ? ", went well" : `, exit ${lastExit}`}
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
