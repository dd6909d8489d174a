/** The plan that waits for a word: what would run, how risky it is and why, what it rests on; run, edit, reject or save it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Risk } from "../../src/core/plan/plan.ts";
import { useGrowing } from "../parts/growing.ts";
import { Meter } from "../parts/meter.tsx";
import { visible } from "../parts/words.ts";
import { tell } from "../state/ask.ts";
import { attempt, say } from "../state/notices.ts";
import { edit, plan, putAside, reject, run, type Waiting } from "../state/plan.ts";
import { NothingPlanned } from "./nothing-planned.tsx";
import { PlanReview } from "./plan-review.tsx";
import { PlanSlots } from "./plan-slots.tsx";
import { WorkflowEditor } from "./workflow-editor.tsx";

const RISE: readonly Risk[] = ["low", "medium", "high"];

export function PlanPanel() {
  const now = plan.value;
  if (now === undefined) return null;
  if (now.plan === null) return <NothingPlanned nearest={now.nearest} request={now.request} />;
  if (now.slots !== undefined) return <PlanSlots slots={now.slots} request={now.request} command={now.plan.command} />;
  return <Panel key={now.action} now={now} />;
}

function Panel({ now }: { now: Waiting }) {
  const { plan: planned, review, request, visible: seen } = now;
  const { command, risk, source, confidence } = planned!;
  const [written, setWritten] = useState(command);
  const [isConfirmed, setConfirmed] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowing(field, written);
  useEffect(() => {
    // Not on the button: a second Enter from the composer must not run anything.
    if (!box.current!.contains(document.activeElement)) box.current!.focus();
  }, []);

  /** An edit is reviewed first; where that finds more risk than the person has seen, they see it before it runs. */
  const go = async (): Promise<void> => {
    if (isBusy || (risk === "high" && !isConfirmed)) return;
    setBusy(true);
    const reviewed = written === command ? now : await edit(written);
    const isWorse = RISE.indexOf(reviewed?.plan?.risk ?? "high") > RISE.indexOf(risk);
    if (reviewed !== undefined && isWorse) say("The edit is riskier than the plan was: look at it once more.");
    else if (reviewed !== undefined) await run(reviewed, { isConfirmed });
    setBusy(false);
  };
  const save = async (made: { name: string; steps: readonly string[] }): Promise<boolean> => {
    const done = await attempt(() => tell<{ outcome: string; reason?: string }>("workflows/save", made));
    if (done?.outcome === "refused") say(done.reason ?? "It was refused.", { isBad: true });
    else if (done !== undefined) say(`Saved ${made.name}.`);
    return done !== undefined && done.outcome !== "refused";
  };
  return (
    <section
      ref={box}
      class={`plan ${risk}`}
      aria-label="Plan"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void go();
        else if (event.key === "Escape") putAside();
        else return;
        event.preventDefault();
      }}
    >
      <header>
        <h3>{now.intent === "command" ? "Your command" : visible(request)}</h3>
        <span class={`risk ${risk}`}>{risk} risk</span>
        <span class="grow" />
        {now.intent === "request" && (
          <>
            <span class="muted">from {source}</span>
            <Meter label="Confidence" share={confidence} />
          </>
        )}
      </header>
      <textarea
        ref={field}
        class="mono"
        rows={1}
        spellcheck={false}
        aria-label="Command, free to edit"
        value={written}
        onInput={({ currentTarget }) => setWritten(currentTarget.value)}
      />
      {written !== command && <p class="muted">Edited: it is reviewed anew before it runs.</p>}
      {seen !== undefined && seen !== command && (
        <p class="warning">
          It holds characters that cannot be seen: <code>{visible(seen)}</code>
        </p>
      )}
      {now.fellBack !== undefined && <p class="muted">{now.fellBack}</p>}
      <PlanReview plan={planned!} review={review} />
      <div class="decide">
        {risk === "high" && (
          <label class="check confirm">
            <input
              type="checkbox"
              checked={isConfirmed}
              onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
            />
            I have read this command and want it to run
          </label>
        )}
        <div class="acts">
          <button
            type="button"
            class="main"
            disabled={isBusy || (risk === "high" && !isConfirmed)}
            onClick={() => void go()}
          >
            Run <kbd>Ctrl+Enter</kbd>
          </button>
          <button type="button" onClick={() => field.current!.select()}>
            Edit
          </button>
          <button type="button" onClick={() => void reject()}>
            Reject
          </button>
          <button type="button" onClick={() => setSaving(true)}>
            Save as workflow
          </button>
        </div>
      </div>
      <footer>
        <span class="muted">Retrieved context</span>
        <ul>
          {review.retrievedContext.map((item) => (
            <li key={item}>
              <code>{visible(item)}</code>
            </li>
          ))}
        </ul>
      </footer>
      {isSaving && (
        <WorkflowEditor
          title="Save as workflow"
          name=""
          steps={written.split(" && ")}
          onSave={save}
          onClose={() => setSaving(false)}
        />
      )}
    </section>
  );
}
