/** The pending plan: ready for approval, missing slot values, or without any command that matches the request. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Nearby } from "../../../src/core/plan/plan.ts";
import { visible } from "../../components/format.ts";
import { SlotFields } from "../../components/slot-fields.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { closePlan, type PendingPlan, requestPlan } from "../../state/pending-plan.ts";
import { PlanApproval } from "./plan-approval.tsx";

export function PlanPanel({ pending }: { pending: PendingPlan }) {
  const { plan, nearest, request, slots, action, isOpen, choice } = pending;
  if (isOpen === true || plan === null) {
    const asked = `“${visible(request)}”`;
    const title = isOpen === true ? `${asked} does not say where` : `No known command here matches ${asked}`;
    return <Choices nearest={nearest} title={title} request={request} />;
  }
  if (slots !== undefined) return <SlotValues slots={slots} request={request} command={plan.command} choice={choice} />;
  return <PlanApproval key={action} pending={pending} plan={plan} />;
}

type SlotProps = {
  readonly slots: readonly string[];
  readonly request: string;
  readonly command: string;
  readonly choice: string | undefined;
};

function SlotValues({ slots, request, command, choice }: SlotProps) {
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
          void requestPlan(request, "request", { values, choice });
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

type ChoicesProps = { readonly nearest: readonly Nearby[]; readonly title: string; readonly request: string };

/** The person picks by a click or a number, and nothing is picked by default; the choice is remembered for the request. */
function Choices({ nearest, title, request }: ChoicesProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current!.focus(), []);
  const pick = (choice: string): void => void requestPlan(request, "request", { choice });
  const press = (key: string): void => {
    if (key === "Escape") closePlan();
    const picked = /^[1-9]$/.test(key) ? nearest[Number(key) - 1] : undefined;
    if (picked !== undefined) pick(picked.command);
  };
  return (
    <section ref={box} class="plan" aria-label="Plan" tabIndex={-1} onKeyDown={({ key }) => press(key)}>
      <header>
        <h3>{title}</h3>
        <span class="grow" />
        <button type="button" class="quiet" onClick={closePlan}>
          Close
        </button>
      </header>
      {nearest.length === 0 ? (
        <p class="muted">Run the command once yourself, save a workflow for it, or configure a model.</p>
      ) : (
        <p class="muted">Pick one, safest first. You review it before it runs.</p>
      )}
      <ol class="nearest">
        {nearest.map((one, at) => (
          <li key={`${one.source} ${one.command}`}>
            <button type="button" onClick={() => pick(one.command)}>
              <kbd>{at + 1}</kbd> <code>{visible(one.command)}</code>
            </button>{" "}
            <LastRun of={one} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function LastRun({ of: { command, label, lastAt, lastExit } }: { readonly of: Nearby }) {
  const name = label === command ? "" : label;
  return (
    <span class="muted">
      {name}
      {lastAt !== undefined && (
        <>
          {name === "" ? "" : ", "}
          <TimeAgo at={lastAt} />
          {lastExit === undefined ? "" : lastExit === 0 ? ", succeeded" : `, exit code ${lastExit}`}
        </>
      )}
    </span>
  );
}
