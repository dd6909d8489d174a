/** Says that what is shown is sample data, and takes it away. */
import { shownDir, tell } from "../state/ask.ts";
import { attempt } from "../state/notices.ts";
import { standing } from "../state/standing.ts";

export function SampleBanner() {
  if (standing.value?.isSample !== true) return null;
  return (
    <p class="banner sample" role="status">
      <strong>Sample data.</strong> <span>It is a project of its own; nothing of yours is in it.</span>
      <button type="button" onClick={() => void removeSample()}>
        Remove sample data
      </button>
    </p>
  );
}

export async function showSample(): Promise<void> {
  const added = await attempt(() => tell<{ root: string }>("sample/add"));
  if (added !== undefined) shownDir.value = added.root;
}

/** First away from it, so that nothing asks for what is gone. */
export async function removeSample(): Promise<void> {
  if (standing.value?.isSample === true) shownDir.value = undefined;
  await attempt(() => tell("sample/remove"));
}
