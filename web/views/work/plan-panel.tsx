/** The pending plan: ready for approval, missing slot values, or without any command that matches the request. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Nearby } from "../../../src/core/plan/plan.ts";
import { visible } from "../../components/format.ts";
import { SlotFields } from "../../components/slot-fields.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { closePlan, type PendingPlan, requestPlan } from "../../state/pending-plan.ts";
import { PlanApproval } from "./plan-approval.tsx";

export function PlanPanel({ pending }: { pending: PendingPlan }) {
  const { plan, nearest, request, slots, action } = pending;
  if (plan === null) return <NoPlan nearest={nearest} request={request} />;
  if (slots !== undefined) return <SlotValues slots={slots} request={request} command={plan.command} />;
  return <PlanApproval key={action} pending={pending} plan={plan} />;
}

type SlotProps = { readonly slots: readonly string[]; readonly request: string; readonly command: string };

function SlotValues({ slots, request, command }: SlotProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current!.querySelector("input")?.focus(), []);
  return (
    <section ref={box} class="plan" aria-label="Plan" onKeyDown={({ key }) => key === "Escape" && closePlan()}>
      <h3>{visible(request)}</h3>
      <code>{visible(command)}</code>
      <form
        class="acts"
        onSubmit={(event) => {
          event.preventDefault();
          void requestPlan(request, "request", values);
        }}
      >
        <SlotFields slots={slots} values={values} onValues={setValues} />
        <button type="submit" class="main">
          Continue
        </button>
        <button type="button" onClick={closePlan}>
          Cancel
        </button>
      </form>
    </section>
  );
}

function NoPlan({ nearest, request }: { nearest: readonly Nearby[]; request: string }) {
  return (
    <section class="plan" aria-label="Plan">
      <header>
        <h3>No known command here matches “{visible(request)}”</h3>
        <span class="grow" />
        <button type="button" class="quiet" onClick={closePlan}>
          Close
        </button>
      </header>
      {nearest.length === 0 ? (
        <p class="muted">Run the command once yourself, save a workflow for it, or configure a model.</p>
      ) : (
        <>
          <p class="muted">Closest commands:</p>
          <ul class="nearest">
            {nearest.map(({ command, label, lastAt, lastExit, source }) => (
              <li key={`${source} ${command}`}>
                <button type="button" onClick={() => void requestPlan(command, "command")}>
                  <code>{visible(command)}</code>
                </button>{" "}
                <span class="muted">
                  {label}
                  {lastAt !== undefined && (
                    <>
                      , <TimeAgo at={lastAt} />
                      {lastExit === undefined ? "" : lastExit === 0 ? ", succeeded" : `, exit code ${lastExit}`}
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
