/** A long list that renders only the rows in view; all rows have the same height, and arrow keys reach every one. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export type VirtualListProps = {
  readonly label: string;
  readonly count: number;
  readonly rowPx: number;
  readonly role: "list" | "rowgroup";
  /** Starts scrolled to the end, and stays there while rows are added. */
  readonly fromEnd?: boolean;
  readonly onWindow?: (first: number, last: number) => void;
  /** The current row takes the focus; arrow keys move it. */
  readonly row: (index: number, isCurrent: boolean) => ComponentChildren;
  /** Shown below the last row, in the same scroll area. */
  readonly after?: ComponentChildren;
};

const EXTRA_ROWS = 12;
const PAGE_ROWS = 10;
const NEAR_END_PX = 48;

export function VirtualList(props: VirtualListProps) {
  const { label, count, rowPx, role, fromEnd = false, onWindow, row, after } = props;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(fromEnd);
  const toFocus = useRef<number | undefined>(undefined);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [current, setCurrent] = useState(fromEnd ? Number.MAX_SAFE_INTEGER : 0);
  const at = Math.min(current, count - 1);
  // Key presses may arrive faster than the list renders.
  const latestAt = useRef(at);
  latestAt.current = at;
  // At the end, new rows are rendered before the box is scrolled to them.
  const top = isAtEnd.current ? Math.max(0, count * rowPx - view.height) : view.top;
  const first = Math.max(0, Math.floor(top / rowPx) - EXTRA_ROWS);
  const last = Math.min(count - 1, Math.ceil((top + view.height) / rowPx) + EXTRA_ROWS);

  const measure = (): void => {
    // The resize observer may fire after the list is gone.
    if (box.current === null) return;
    const { scrollTop, clientHeight, scrollHeight } = box.current;
    isAtEnd.current = fromEnd && scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    setView((before) =>
      before.top === scrollTop && before.height === clientHeight ? before : { top: scrollTop, height: clientHeight },
    );
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) box.current?.scrollTo(0, box.current.scrollHeight);
      measure();
    });
    observer.observe(box.current!);
    observer.observe(box.current!.firstElementChild!);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (isAtEnd.current) box.current!.scrollTop = box.current!.scrollHeight;
    measure();
  }, [count, rowPx]);
  useEffect(() => onWindow?.(first, last), [first, last, count]);
  useEffect(() => {
    if (toFocus.current !== at) return;
    toFocus.current = undefined;
    box.current!.querySelector<HTMLElement>(`[data-row="${at}"] [tabindex="0"]`)?.focus({ preventScroll: true });
  });

  const moveFocus = (event: KeyboardEvent): void => {
    const isInRow = (event.target as HTMLElement).closest("[data-row]") !== null;
    const from = isInRow ? latestAt.current : Math.floor(view.top / rowPx) - (event.key === "ArrowDown" ? 1 : 0);
    const to = targetRow(event.key, from, count);
    if (to === undefined || !(isInRow || event.target === box.current)) return;
    event.preventDefault();
    toFocus.current = to;
    latestAt.current = to;
    setCurrent(to);
    const element = box.current!;
    const [top, bottom] = [to * rowPx, (to + 1) * rowPx];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    measure();
  };
  const slots = Math.ceil(view.height / rowPx) + 2 * EXTRA_ROWS + 2;
  const rows = [];
  // Elements that scroll out of view are reused for new rows, which is faster than creating them; the focused row keeps
  // its own.
  for (let index = first; index <= last; index++) {
    const place = { transform: `translateY(${index * rowPx}px)`, height: `${rowPx}px` };
    rows.push(
      <div
        key={index === at ? "current" : index % slots}
        class="virtual-row"
        data-row={index}
        role={role === "list" ? "listitem" : "row"}
        aria-posinset={role === "list" ? index + 1 : undefined}
        aria-setsize={role === "list" ? count : undefined}
        aria-rowindex={role === "rowgroup" ? index + 2 : undefined}
        style={place}
      >
        {row(index, index === at)}
      </div>,
    );
  }
  return (
    // If the current row is out of view, the list itself takes the focus.
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take the interaction
    <div
      class="virtual"
      ref={box}
      tabIndex={first <= at && at <= last ? undefined : 0}
      onScroll={measure}
      onKeyDown={moveFocus}
    >
      {/* One element around both, so that the observer sees `after` grow too. */}
      <div>
        <div class="virtual-all" role={role} aria-label={label} style={{ height: `${count * rowPx}px` }}>
          {rows}
        </div>
        {after}
      </div>
    </div>
  );
}

function targetRow(key: string, at: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    PageUp: at - PAGE_ROWS,
    PageDown: at + PAGE_ROWS,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}
