/** Marks sample data on every view that shows it, and adds or removes it. */
import { post } from "../state/api.ts";
import { showPlace } from "../state/navigation.ts";
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
  const added = await attempt(() => post<{ project: string }>("sample/add"));
  if (added !== undefined) showPlace(added.project);
}

/** Leaves the sample project first, so that no view requests data of a deleted project. */
export async function removeSample(): Promise<void> {
  if (serverStatus.value?.isSample === true) showPlace(undefined);
  await attempt(() => post("sample/remove"));
}
