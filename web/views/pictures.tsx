/** Pictures of what is kept: activity by day, what memory is made of, how alive the sources are. */
import type { Pictures } from "../../src/verbs/maintenance/insights.ts";
import { AskedView } from "../parts/asked-view.tsx";
import { ActivityPicture } from "../pictures/activity.tsx";
import { LivenessPicture } from "../pictures/liveness.tsx";
import { MadePicture } from "../pictures/made.tsx";
import { useAsked } from "../state/asked.ts";
import { isDrawerOpen } from "../state/place.ts";

export function PicturesView() {
  const asked = useAsked<Pictures>("pictures");
  return (
    <div class="column">
      <header class="view-top">
        <h2>Pictures</h2>
      </header>
      <AskedView asked={asked}>
        {({ activity, made, agents, sources }) => (
          <>
            <ActivityPicture activity={activity} />
            <MadePicture made={made} />
            <LivenessPicture agents={agents} sources={sources} />
            <p class="muted">
              The strength of one record over time stands with the record:{" "}
              <button type="button" class="link" onClick={() => (isDrawerOpen.value = true)}>
                open memory
              </button>{" "}
              and choose one.
            </p>
          </>
        )}
      </AskedView>
    </div>
  );
}
