/** One field for a command or a request, with a button that shows and switches which of the two it is. */
import { useRef } from "preact/hooks";
import { useAutoHeight } from "../../components/use-auto-height.ts";
import { chosenIntent, draft, intent, switchIntent } from "../../state/draft.ts";
import { closePlan, requestPlan } from "../../state/pending-plan.ts";
import { serverStatus, shortPath } from "../../state/server-status.ts";

const INTENTS = {
  command: ["Command", "reviewed first, then run exactly as typed"],
  request: ["Request", "turned into a plan for you to approve"],
} as const;

export function Composer() {
  const field = useRef<HTMLTextAreaElement>(null);
  useAutoHeight(field, draft.value);
  const [name, effect] = INTENTS[intent.value];
  const send = (): void => {
    if (draft.value.trim() !== "") void requestPlan(draft.value, intent.value);
  };
  return (
    <form
      class={`composer is-${intent.value}`}
      aria-label="Composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <button
        type="button"
        class="intent"
        aria-describedby="intent-help"
        title="Switch between command and request (Ctrl+/)"
        onClick={() => {
          switchIntent();
          field.current!.focus();
        }}
      >
        <span aria-hidden="true">{intent.value === "command" ? "$" : "?"}</span> {name}
      </button>
      <textarea
        id="composer"
        ref={field}
        rows={1}
        spellcheck={false}
        aria-label="Command or request"
        placeholder="Type a command or a request"
        value={draft.value}
        onInput={({ currentTarget }) => {
          draft.value = currentTarget.value;
          if (currentTarget.value === "") chosenIntent.value = undefined;
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            send();
          } else if (event.key === "Escape") {
            closePlan();
          } else if (event.key === "/" && event.ctrlKey) {
            switchIntent();
          }
        }}
      />
      <button type="submit" class="main" disabled={draft.value.trim() === ""}>
        {intent.value === "command" ? "Review" : "Plan"}
      </button>
      <p id="intent-help" class="muted">
        {name}: {effect}.<span class="hint"> Ctrl+/ switches.</span>
        {serverStatus.value?.dir && <span class="where"> Runs in {shortPath(serverStatus.value.dir)}</span>}
      </p>
    </form>
  );
}
