/** A session as a conversation: messages of the person and the agent, and the commands and edits between them. */
import { useState } from "preact/hooks";
import type { ConversationPage, ConversationTurn } from "../../../src/verbs/session/transcripts/read-conversation.ts";
import { FencedText } from "../../components/fenced-text.tsx";
import { visible } from "../../components/format.ts";
import { get } from "../../state/api.ts";
import { attempt } from "../../state/notices.ts";

type Props = { readonly id: string; readonly first: readonly ConversationTurn[]; readonly total: number };

export function Conversation({ id, first, total }: Props) {
  const [later, setLater] = useState<readonly ConversationTurn[]>([]);
  const turns = [...first, ...later];
  if (total === 0) return <p class="muted">No text of it is stored.</p>;
  const more = async (): Promise<void> => {
    const page = await attempt(() => get<ConversationPage>("session/turns", { id, skip: turns.length }));
    if (page !== undefined) setLater([...later, ...page.turns]);
  };
  return (
    <section class="conversation" aria-label="Conversation">
      <h3>Conversation</h3>
      <ol>
        {runsOf(turns).map((run, at, runs) => (
          <li key={at}>
            {run.kind === "acts" ? (
              <Acts turns={run.turns} />
            ) : (
              <Message turn={run.turn} isContinued={isContinued(run.turn, runs.slice(0, at))} />
            )}
          </li>
        ))}
      </ol>
      {turns.length < total && (
        <button type="button" onClick={() => void more()}>
          Show more ({total - turns.length} left)
        </button>
      )}
    </section>
  );
}

type Run =
  | { readonly kind: "message"; readonly turn: ConversationTurn }
  | { readonly kind: "acts"; readonly turns: readonly ConversationTurn[] };

/** Commands, edits and output in a row are one entry, so that what was said stands out. */
function runsOf(turns: readonly ConversationTurn[]): Run[] {
  const runs: Run[] = [];
  for (const turn of turns) {
    const last = runs.at(-1);
    if (isMessage(turn)) runs.push({ kind: "message", turn });
    else if (last?.kind === "acts") runs[runs.length - 1] = { kind: "acts", turns: [...last.turns, turn] };
    else runs.push({ kind: "acts", turns: [turn] });
  }
  return runs;
}

function isMessage({ role, command, edit }: ConversationTurn): boolean {
  return command === undefined && edit === undefined && (role === "person" || role === "agent");
}

/** Whether it goes on with what the same side said in the same minute: its name stands above already. */
function isContinued({ role, at }: ConversationTurn, before: readonly Run[]): boolean {
  const last = before.findLast((run) => run.kind === "message")?.turn;
  return last?.role === role && minuteOf(last.at) === minuteOf(at);
}

function minuteOf(at: string | undefined): string | undefined {
  return at?.slice(0, "2026-01-01T00:00".length);
}

type MessageProps = { readonly turn: ConversationTurn; readonly isContinued: boolean };

function Message({ turn: { role, text, at }, isContinued }: MessageProps) {
  return (
    <article class={`message by-${role}`}>
      <header class={isContinued ? "visually-hidden" : ""}>
        <strong>{role === "person" ? "You" : "Agent"}</strong>
        {at !== undefined && <time dateTime={at}>{clockTime(at)}</time>}
      </header>
      <FencedText text={text} />
    </article>
  );
}

function Acts({ turns }: { readonly turns: readonly ConversationTurn[] }) {
  return (
    <ul class="turn-acts">
      {turns.map((turn, at) => (
        <li key={at}>
          <Act turn={turn} />
        </li>
      ))}
    </ul>
  );
}

function Act({ turn: { role, text, command, edit } }: { readonly turn: ConversationTurn }) {
  if (edit !== undefined)
    return (
      <span class="muted">
        Edited <code>{visible(edit.file)}</code>
      </span>
    );
  if (command === undefined)
    return (
      <details>
        <summary>{role === "machine" ? "Instructions to a subagent" : "Tool output"}</summary>
        <pre>{visible(text)}</pre>
      </details>
    );
  const line = (
    <>
      <span class={command.status === "failed" ? "sign error-text" : "sign"} title={command.status ?? "unknown result"}>
        {command.status === "failed" ? "✗" : command.status === "ok" ? "✓" : "·"}
        <span class="visually-hidden"> {command.status ?? "unknown result"}</span>
      </span>{" "}
      <code>{visible(command.line)}</code>
    </>
  );
  if (command.output === undefined || command.output === "") return <p>{line}</p>;
  return (
    <details>
      <summary>{line}</summary>
      <pre>{visible(command.output)}</pre>
    </details>
  );
}

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

function clockTime(at: string): string {
  return CLOCK.format(Date.parse(at));
}
