/** A long list of which only the rows in view are there; rows have one height, and arrow keys walk through all of them. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export type VirtualListProps = {
  readonly label: string;
  readonly count: number;
  readonly rowPx: number;
  readonly role: "list" | "rowgroup";
  /** The last row is what matters: the list begins at its end, and stays there while it grows. */
  readonly fromEnd?: boolean;
  readonly onWindow?: (first: number, last: number) => void;
  /** `isCurrent` rows take the focus; others are reached from there. */
  readonly row: (index: number, isCurrent: boolean) => ComponentChildren;
  /** Below the last row, in the same scroll. */
  readonly after?: ComponentChildren;
};

const BEYOND = 12;
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
  // Keys may come faster than the list is drawn.
  const here = useRef(at);
  here.current = at;
  const first = Math.max(0, Math.floor(view.top / rowPx) - BEYOND);
  const last = Math.min(count - 1, Math.ceil((view.top + view.height) / rowPx) + BEYOND);

  const look = (): void => {
    // A notice may come when the list is gone.
    if (box.current === null) return;
    const { scrollTop, clientHeight, scrollHeight } = box.current;
    isAtEnd.current = fromEnd && scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    setView((before) =>
      before.top === scrollTop && before.height === clientHeight ? before : { top: scrollTop, height: clientHeight },
    );
  };
  useLayoutEffect(() => {
    const seen = new ResizeObserver(() => {
      if (isAtEnd.current) box.current?.scrollTo(0, box.current.scrollHeight);
      look();
    });
    seen.observe(box.current!);
    seen.observe(box.current!.firstElementChild!);
    return () => seen.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (isAtEnd.current) box.current!.scrollTop = box.current!.scrollHeight;
    look();
  }, [count, rowPx]);
  useEffect(() => onWindow?.(first, last), [first, last, count]);
  useEffect(() => {
    if (toFocus.current !== at) return;
    toFocus.current = undefined;
    box.current!.querySelector<HTMLElement>(`[data-row="${at}"] [tabindex="0"]`)?.focus({ preventScroll: true });
  });

  const walk = (event: KeyboardEvent): void => {
    const isInRow = (event.target as HTMLElement).closest("[data-row]") !== null;
    const from = isInRow ? here.current : Math.floor(view.top / rowPx) - (event.key === "ArrowDown" ? 1 : 0);
    const to = stepFor(event.key, from, count);
    if (to === undefined || !(isInRow || event.target === box.current)) return;
    event.preventDefault();
    toFocus.current = to;
    here.current = to;
    setCurrent(to);
    const element = box.current!;
    const [top, bottom] = [to * rowPx, (to + 1) * rowPx];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    look();
  };
  const slots = Math.ceil(view.height / rowPx) + 2 * BEYOND + 2;
  const rows = [];
  // What left the view above comes back below as another row, which costs less than a new one; not so the row that has
  // the focus.
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
    // Where the current row was scrolled away, keys need another way in.
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are what is interacted with
    <div
      class="virtual"
      ref={box}
      tabIndex={first <= at && at <= last ? undefined : 0}
      onScroll={look}
      onKeyDown={walk}
    >
      {/* What lies below the rows may grow as well. */}
      <div>
        <div class="virtual-all" role={role} aria-label={label} style={{ height: `${count * rowPx}px` }}>
          {rows}
        </div>
        {after}
      </div>
    </div>
  );
}

function stepFor(key: string, at: number, count: number): number | undefined {
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
