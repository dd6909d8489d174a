/** Says something new to remember; what it is and how far it reaches is decided from the words, and told. */
import { useState } from "preact/hooks";
import type { RecordView } from "../../src/verbs/records/record-view.ts";
import { tell } from "../state/ask.ts";
import { attempt, say } from "../state/notices.ts";

type Added = { readonly outcome: string; readonly record?: RecordView; readonly reason?: string };

export function NewRecord() {
  const [text, setText] = useState("");
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const done = await attempt(() => tell<Added>("records/add", { text }));
    if (done === undefined) return;
    if (done.outcome === "refused") return say(done.reason ?? "It was refused.", { isBad: true });
    setText("");
    const what = done.record === undefined ? "" : ` as ${done.record.scope} ${done.record.type}`;
    say(`${done.outcome[0]!.toUpperCase()}${done.outcome.slice(1)}${what}. ${done.reason ?? ""}`.trim());
  };
  return (
    <form class="new-record" onSubmit={(event) => void add(event)}>
      <input
        aria-label="Something to remember"
        placeholder="Something to remember"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" disabled={text.trim() === ""}>
        Remember
      </button>
    </form>
  );
}
