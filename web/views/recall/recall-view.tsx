/** Recall: type and see what memory has, with why it was found; or what an agent would get for a task. */
import { useEffect, useRef, useState } from "preact/hooks";
import { askedWords, EVERYWHERE, isEverywhere, replaceWords, shownPlace, showPlace } from "../../state/navigation.ts";
import { BriefPreview } from "./brief-preview.tsx";
import { SearchResults } from "./search-results.tsx";

const PAUSE_MS = 150;
/** The project to go back to when Everywhere is switched off. */
let placeBefore: string | undefined;

export function RecallView() {
  const [written, setWritten] = useState(askedWords.value);
  const [mode, setMode] = useState<"search" | "brief">("search");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current!.focus(), []);
  // The address follows what is typed after a pause; going back brings the words back.
  useEffect(() => {
    if (written === askedWords.value) return;
    const timer = setTimeout(() => replaceWords(written), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written]);
  useEffect(() => setWritten(askedWords.value), [askedWords.value]);
  return (
    <div class="column recall">
      <header class="view-top">
        <h2>Recall</h2>
        <div class="choice" role="group" aria-label="What to show">
          <button type="button" aria-pressed={mode === "search"} onClick={() => setMode("search")}>
            Search
          </button>
          <button type="button" aria-pressed={mode === "brief"} onClick={() => setMode("brief")}>
            What an agent gets
          </button>
        </div>
        <span class="grow" />
        {mode === "search" && (
          <label class="check">
            <input type="checkbox" checked={isEverywhere.value} onChange={switchEverywhere} />
            Everywhere
          </label>
        )}
      </header>
      <input
        ref={field}
        type="search"
        class="question"
        aria-label="Task or question"
        placeholder={
          mode === "search" ? "Ask or search: how do we deploy?" : "A task, as you would give it to an agent"
        }
        value={written}
        onInput={({ currentTarget }) => setWritten(currentTarget.value)}
      />
      {mode === "search" ? <SearchResults query={askedWords.value} /> : <BriefPreview prompt={askedWords.value} />}
    </div>
  );
}

function switchEverywhere(): void {
  const to = isEverywhere.value ? placeBefore : EVERYWHERE;
  placeBefore = shownPlace.value;
  showPlace(to, { words: askedWords.value });
}
