/** One field for a command or a request, with a clear sign of which of the two it will be. */
import { useRef } from "preact/hooks";
import { useGrowing } from "../parts/growing.ts";
import { chosen, draft, intent } from "../state/composing.ts";
import { putAside, submit } from "../state/plan.ts";
import { standing } from "../state/standing.ts";

const SAYS = {
  command: ["Command", "is reviewed, then runs exactly as typed"],
  request: ["Request", "becomes a plan for you to approve"],
} as const;

export function Composer() {
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowing(field, draft.value);
  const [name, does] = SAYS[intent.value];
  const send = (): void => {
    if (draft.value.trim() !== "") void submit(draft.value, intent.value);
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
        aria-describedby="intent-says"
        title="Take it for the other (Ctrl+/)"
        onClick={() => {
          chosen.value = intent.value === "command" ? "request" : "command";
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
        aria-label="A command, or what you want done"
        placeholder="A command, or what you want done"
        value={draft.value}
        onInput={({ currentTarget }) => {
          draft.value = currentTarget.value;
          if (currentTarget.value === "") chosen.value = undefined;
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            send();
          } else if (event.key === "Escape") {
            putAside();
          } else if (event.key === "/" && event.ctrlKey) {
            chosen.value = intent.value === "command" ? "request" : "command";
          }
        }}
      />
      <button type="submit" class="main" disabled={draft.value.trim() === ""}>
        {intent.value === "command" ? "Review" : "Plan"}
      </button>
      <p id="intent-says" class="muted">
        {name}: {does}. Ctrl+/ changes which.
        {standing.value?.dir && <span class="where"> In {standing.value.dir}</span>}
      </p>
    </form>
  );
}
