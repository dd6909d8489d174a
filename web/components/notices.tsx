/** The current notices in a corner of the page, read aloud by screen readers. */
import { closeNotice, notices } from "../state/notices.ts";

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text, isError, undo }) => (
        <div key={id} class={isError ? "notice error" : "notice"}>
          <span>{text}</span>
          {undo !== undefined && (
            <button
              type="button"
              onClick={() => {
                closeNotice(id);
                undo();
              }}
            >
              Undo
            </button>
          )}
          <button type="button" class="quiet" aria-label="Close notice" onClick={() => closeNotice(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
