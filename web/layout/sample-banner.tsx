/** Marks sample data on every view that shows it, and adds or removes it. */
import { post, shownDir } from "../state/api.ts";
import { attempt } from "../state/notices.ts";
import { serverStatus } from "../state/server-status.ts";

export function SampleBanner() {
  if (serverStatus.value?.isSample !== true) return null;
  return (
    <p class="banner sample" role="status">
      <strong>Sample data.</strong> <span>This is a separate project. It contains none of your data.</span>
      <button type="button" onClick={() => void removeSample()}>
        Remove sample data
      </button>
    </p>
  );
}

export async function showSample(): Promise<void> {
  const added = await attempt(() => post<{ root: string }>("sample/add"));
  if (added !== undefined) shownDir.value = added.root;
}

/** Leaves the sample project first, so that no view requests data of a deleted project. */
export async function removeSample(): Promise<void> {
  if (serverStatus.value?.isSample === true) shownDir.value = undefined;
  await attempt(() => post("sample/remove"));
}
