/** The notices of what was just done, in a corner, read aloud as they come. */
import { drop, notices } from "../state/notices.ts";

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text, isBad, undo }) => (
        <div key={id} class={isBad ? "notice bad" : "notice"}>
          <span>{text}</span>
          {undo !== undefined && (
            <button
              type="button"
              onClick={() => {
                drop(id);
                undo();
              }}
            >
              Undo
            </button>
          )}
          <button type="button" class="quiet" aria-label="Close this notice" onClick={() => drop(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
