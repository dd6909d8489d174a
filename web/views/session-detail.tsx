/** One session: its synopsis, what was learned from it, what was looked at and left, and what was said. */
import type { RecordView } from "../../src/verbs/records/record-view.ts";
import { AskedView } from "../parts/asked-view.tsx";
import { counted, visible } from "../parts/words.ts";
import { useAsked } from "../state/asked.ts";
import { isDrawerOpen } from "../state/place.ts";
import { shownRecord } from "./memory-drawer.tsx";

type Looked = { readonly rule: string; readonly text: string; readonly taken: boolean; readonly reason: string };
type Whole = {
  readonly session: { readonly file: string; readonly title?: string };
  readonly chunks: readonly { readonly id: string; readonly text: string; readonly trust: string }[];
  /** What a model took from it. */
  readonly memories: readonly { readonly text: string }[];
  readonly records: readonly RecordView[];
  readonly looked: readonly Looked[];
};

export function SessionDetail({ id }: { id: string }) {
  const asked = useAsked<Whole>("session", { id });
  return (
    <div class="session-detail">
      <AskedView asked={asked}>
        {({ session, chunks, memories, records, looked }) => (
          <>
            <p class="muted">
              {counted(chunks.length, "piece")} kept, from <code>{session.file}</code>
            </p>
            <h3>What was learned</h3>
            {records.length === 0 ? (
              <p class="muted">Nothing yet. A session is read for lessons once it is over.</p>
            ) : (
              <ul>
                {records.map((record) => (
                  <li key={record.id}>
                    <button
                      type="button"
                      class="link"
                      onClick={() => {
                        shownRecord.value = record.id;
                        isDrawerOpen.value = true;
                      }}
                    >
                      {visible(record.text)}
                    </button>{" "}
                    <span class="kind">{record.type}</span>
                  </li>
                ))}
              </ul>
            )}
            {memories.length > 0 && (
              <details>
                <summary>What a model took from it: {counted(memories.length, "line")}</summary>
                <ul>
                  {memories.map(({ text }) => (
                    <li key={text}>{visible(text)}</li>
                  ))}
                </ul>
              </details>
            )}
            {looked.some(({ taken }) => !taken) && (
              <details>
                <summary>Looked at and left: {counted(looked.filter(({ taken }) => !taken).length, "line")}</summary>
                <ul>
                  {looked
                    .filter(({ taken }) => !taken)
                    .map(({ text, rule, reason }) => (
                      <li key={`${rule} ${text}`}>
                        {visible(text)} <span class="muted">{reason}</span>
                      </li>
                    ))}
                </ul>
              </details>
            )}
            <details>
              <summary>What was said</summary>
              {chunks.map((chunk) => (
                <blockquote key={chunk.id}>
                  {visible(chunk.text)} {chunk.trust !== "person" && <span class="kind">{chunk.trust}</span>}
                </blockquote>
              ))}
            </details>
          </>
        )}
      </AskedView>
    </div>
  );
}
