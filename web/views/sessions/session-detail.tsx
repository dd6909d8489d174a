/** One session: the records learned from it, the candidates left out, and its transcript. */
import type { RecordView } from "../../../src/verbs/records/record-view.ts";
import { counted, visible } from "../../components/format.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { isDrawerOpen, selectedRecord } from "../../state/navigation.ts";
import { useQuery } from "../../state/use-query.ts";

type Candidate = { readonly rule: string; readonly text: string; readonly taken: boolean; readonly reason: string };
type Loaded = {
  readonly session: { readonly file: string; readonly title?: string };
  readonly chunks: readonly { readonly id: string; readonly text: string; readonly trust: string }[];
  /** Extracted by a model. */
  readonly memories: readonly { readonly text: string }[];
  readonly records: readonly RecordView[];
  readonly looked: readonly Candidate[];
};

export function SessionDetail({ id }: { id: string }) {
  const query = useQuery<Loaded>("session", { id });
  return (
    <div class="session-detail">
      <QueryResult query={query}>
        {({ session, chunks, memories, records, looked }) => (
          <>
            <p class="muted">
              {counted(chunks.length, "chunk")} indexed from <code>{session.file}</code>
            </p>
            <h3>Learned</h3>
            {records.length === 0 ? (
              <p class="muted">Nothing yet. A session is processed after it ends.</p>
            ) : (
              <ul>
                {records.map((record) => (
                  <li key={record.id}>
                    <button
                      type="button"
                      class="link"
                      onClick={() => {
                        selectedRecord.value = record.id;
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
                <summary>Extracted by a model: {counted(memories.length, "line")}</summary>
                <ul>
                  {memories.map(({ text }) => (
                    <li key={text}>{visible(text)}</li>
                  ))}
                </ul>
              </details>
            )}
            {looked.some(({ taken }) => !taken) && (
              <details>
                <summary>
                  Considered and skipped: {counted(looked.filter(({ taken }) => !taken).length, "line")}
                </summary>
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
              <summary>Transcript</summary>
              {chunks.map((chunk) => (
                <blockquote key={chunk.id}>
                  {visible(chunk.text)} {chunk.trust !== "person" && <span class="kind">{chunk.trust}</span>}
                </blockquote>
              ))}
            </details>
          </>
        )}
      </QueryResult>
    </div>
  );
}
