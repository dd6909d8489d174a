/** All suggestions in groups; keys and checkboxes decide on one or on many at once. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { SuggestionView } from "../../../src/verbs/suggestion/sources/suggestion-view.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { counted, visible } from "../../components/format.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { useQuery } from "../../state/use-query.ts";
import { acceptOne, decideAll, dismissOne } from "./decide.ts";
import { type Group, grouped } from "./groups.ts";
import { Actions, Body } from "./suggestion-card.tsx";
import { SuggestionEditor } from "./suggestion-editor.tsx";

const STATUSES = ["pending", "accepted", "dismissed"] as const;
type Status = (typeof STATUSES)[number];

export function SuggestionsView() {
  const [status, setStatus] = useState<Status>("pending");
  const query = useQuery<{ suggestions: readonly SuggestionView[] }>("suggestions");
  return (
    <div class="column">
      <header class="view-top">
        <h2>Suggestions</h2>
        <div class="choice" role="group" aria-label="Status">
          {STATUSES.map((one) => (
            <button key={one} type="button" aria-pressed={one === status} onClick={() => setStatus(one)}>
              {one} {query.data?.suggestions.filter((suggestion) => suggestion.status === one).length ?? ""}
            </button>
          ))}
        </div>
      </header>
      <QueryResult query={query}>
        {({ suggestions }) => {
          const shown = suggestions.filter((one) => one.status === status);
          return shown.length > 0 ? <SuggestionList key={status} shown={shown} /> : <NoSuggestions status={status} />;
        }}
      </QueryResult>
    </div>
  );
}

function NoSuggestions({ status }: { status: Status }) {
  return (
    <EmptyState title={`No ${status} suggestions`}>
      <p>
        What you keep telling agents, routines that you repeat, and errors that came back with what ended them are
        suggested here, with their evidence. A dismissed suggestion is not made again.
      </p>
    </EmptyState>
  );
}

function SuggestionList({ shown }: { readonly shown: readonly SuggestionView[] }) {
  const [current, setCurrent] = useState<string | undefined>(undefined);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<SuggestionView | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const groups = grouped(shown);
  const order = groups.flatMap(({ suggestions }) => suggestions);
  const chosen = order.filter(({ id }) => selected.has(id));
  const at = Math.max(
    0,
    order.findIndex(({ id }) => id === current),
  );
  // The next one takes the place of one that was decided on.
  const lastAt = useRef(0);
  useEffect(() => {
    if (current === undefined || order.some(({ id }) => id === current)) {
      lastAt.current = at;
      return;
    }
    const next = order[Math.min(lastAt.current, order.length - 1)];
    setCurrent(next?.id);
    if (next !== undefined && document.activeElement === document.body) focusOn(next.id);
  }, [shown]);

  const focusOn = (id: string): void => {
    setCurrent(id);
    box.current?.querySelector<HTMLElement>(`[data-suggestion="${id}"]`)?.focus();
  };
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const decide = (decision: "accept" | "dismiss", one: SuggestionView | undefined): void => {
    if (chosen.length > 0) {
      setSelected(new Set());
      void decideAll(
        chosen.map(({ id }) => id),
        decision,
      );
    } else if (one?.status === "pending") void (decision === "accept" ? acceptOne(one) : dismissOne(one));
  };
  const onKey = (event: KeyboardEvent): void => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
    const target = event.target as HTMLElement;
    if (!isPlain || editing !== undefined || target.closest("input:not([type=checkbox]), textarea, dialog") !== null)
      return;
    const one = order[at];
    const act = KEYS[event.key];
    if (act === undefined || one === undefined) return;
    if (act === "up" || act === "down") focusOn(order[at + (act === "up" ? -1 : 1)]?.id ?? one.id);
    else if (act === "select") toggle(one.id);
    else if (act === "clear") setSelected(new Set());
    else if (act === "edit") one.act === "keep" && one.status === "pending" && setEditing(one);
    else decide(act, one);
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take the focus
    <div class="suggestion-list" ref={box} onKeyDown={onKey}>
      <p class="muted keys">
        <kbd>↑</kbd> <kbd>↓</kbd> move · <kbd>a</kbd> accept · <kbd>e</kbd> edit · <kbd>d</kbd> dismiss · <kbd>x</kbd>{" "}
        select several
      </p>
      {groups.map(({ group, suggestions }) => (
        <GroupSection
          key={group.id}
          group={group}
          suggestions={suggestions}
          current={order[at]?.id}
          selected={selected}
          onCurrent={setCurrent}
          onSelect={toggle}
          onSelectAll={(ids) => setSelected(new Set([...selected, ...ids]))}
          onEdit={setEditing}
        />
      ))}
      {chosen.length > 0 && (
        <div class="bulk" role="region" aria-label="Selected suggestions">
          <strong role="status">{counted(chosen.length, "suggestion")} selected</strong>
          <span class="grow" />
          <button type="button" class="main" onClick={() => decide("accept", undefined)}>
            Accept all <kbd>a</kbd>
          </button>
          <button type="button" onClick={() => decide("dismiss", undefined)}>
            Dismiss all <kbd>d</kbd>
          </button>
          <button type="button" class="quiet" onClick={() => setSelected(new Set())}>
            Clear <kbd>Esc</kbd>
          </button>
        </div>
      )}
      {editing !== undefined && <SuggestionEditor suggestion={editing} onClose={() => setEditing(undefined)} />}
    </div>
  );
}

const KEYS: Readonly<Record<string, "up" | "down" | "select" | "clear" | "edit" | "accept" | "dismiss">> = {
  ArrowUp: "up",
  k: "up",
  ArrowDown: "down",
  j: "down",
  x: "select",
  Escape: "clear",
  e: "edit",
  a: "accept",
  d: "dismiss",
};

type GroupProps = {
  readonly group: Group;
  readonly suggestions: readonly SuggestionView[];
  readonly current: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onCurrent: (id: string) => void;
  readonly onSelect: (id: string) => void;
  readonly onSelectAll: (ids: readonly string[]) => void;
  readonly onEdit: (suggestion: SuggestionView) => void;
};

function GroupSection(props: GroupProps) {
  const { group, suggestions, current, selected, onCurrent, onSelect, onSelectAll, onEdit } = props;
  const isPending = suggestions[0]?.status === "pending";
  return (
    <section aria-labelledby={`group-${group.id}`}>
      <header class="group-top">
        <h3 id={`group-${group.id}`}>
          {group.title} <span class="muted">{suggestions.length}</span>
        </h3>
        <span class="muted">{group.says}</span>
        <span class="grow" />
        {isPending && suggestions.length > 1 && (
          <button type="button" class="link" onClick={() => onSelectAll(suggestions.map(({ id }) => id))}>
            Select all
          </button>
        )}
      </header>
      <ul class="suggestions">
        {suggestions.map((one) => (
          <li key={one.id}>
            <article
              class={selected.has(one.id) ? "suggestion selected" : "suggestion"}
              aria-label={one.label}
              data-suggestion={one.id}
              tabIndex={one.id === current ? 0 : -1}
              onFocus={() => onCurrent(one.id)}
            >
              {isPending && (
                <input
                  type="checkbox"
                  aria-label={`Select: ${visible(one.label)}`}
                  checked={selected.has(one.id)}
                  onChange={() => onSelect(one.id)}
                />
              )}
              <div class="body">
                <Body suggestion={one} isInGroup />
              </div>
              {isPending && (
                <div class="acts">
                  <Actions suggestion={one} onEdit={() => onEdit(one)} hasKeys={one.id === current} />
                </div>
              )}
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}
