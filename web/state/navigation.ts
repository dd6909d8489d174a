/** What is shown, kept in the address so that reload, back and forward work: the view, the project, and what is open in it. */
import { computed, signal } from "@preact/signals";
import { loginKey } from "./access.ts";

export const VIEWS = [
  ["work", "Work"],
  ["suggestions", "Suggestions"],
  ["memory", "Memory"],
  ["sessions", "Sessions"],
  ["recall", "Recall"],
  ["workflows", "Workflows"],
  ["insights", "Insights"],
  ["settings", "Settings"],
  // Last, so that the numbers of the others stay: it is shown only to those who share something.
  ["team", "Team"],
] as const;
export type View = (typeof VIEWS)[number][0];
/** Memory is a drawer over one of the others. */
export type MainView = Exclude<View, "memory">;

type Address = {
  readonly view: View;
  /** What is open in the view: a record, a session, or a range of time. */
  readonly id?: string;
  /** A project's id or `everywhere`; without one, the directory that the server was started in. */
  readonly place?: string;
  /** What was typed in the view, such as a question. */
  readonly words?: string;
};

export const EVERYWHERE = "everywhere";

/** Addresses of earlier versions. */
const FORMER_NAMES: Readonly<Record<string, View>> = { pictures: "insights" };

const address = signal<Address>(parseAddress(location.hash));
/** The view under the memory drawer. */
const under = signal<MainView>("work");

export const view = computed<MainView>(() => (address.value.view === "memory" ? under.value : address.value.view));
export const isDrawerOpen = computed(() => address.value.view === "memory");
export const shownPlace = computed(() => address.value.place);
export const isEverywhere = computed(() => address.value.place === EVERYWHERE);
/** The record shown next to the list in the memory drawer. */
export const selectedRecord = computed(() => (isDrawerOpen.value ? address.value.id : undefined));
export const openSession = computed(() => openIn("sessions"));
export const askedWords = computed(() => (address.value.view === "recall" ? (address.value.words ?? "") : ""));

/** What is open in a view, if it is the one that is shown. */
export function openIn(view: MainView): string | undefined {
  return address.value.view === view ? address.value.id : undefined;
}

export const isPaletteOpen = signal(false);
export const isProjectMenuOpen = signal(false);

type Target = Omit<Address, "place">;

/** The address of a view of the project that is shown. */
export function hrefOf({ view, id, words }: Target): string {
  return formatAddress({ view, ...optional({ id, words, place: address.value.place }) });
}

export function goTo(view: View, more: Omit<Target, "view"> = {}): void {
  location.hash = hrefOf({ view, ...more });
  // At once: a key that is pressed before the browser reports the change must act on what is shown by then.
  follow();
}

/** Without a new entry for the Back button, and only if no other view was opened meanwhile. */
export function replaceWords(words: string): void {
  if (parseAddress(location.hash).view !== "recall") return;
  history.replaceState(null, "", hrefOf({ view: "recall", words }));
  follow();
}

/** Shows another project; what was open belongs to the one before. */
export function showPlace(
  place: string | undefined,
  { isNew = true, words }: { readonly isNew?: boolean; readonly words?: string } = {},
): void {
  const to = formatAddress({ view: address.value.view, ...optional({ place, words }) });
  if (isNew) location.hash = to;
  else history.replaceState(null, "", to === "#work" ? location.pathname : to);
  follow();
}

export function closeDrawer(): void {
  if (isDrawerOpen.value) goTo(under.value);
}

export function followAddress(): void {
  follow();
  addEventListener("hashchange", () => {
    // A new login address was opened in this tab, which does not load the page again.
    if (loginKey() !== undefined) return location.reload();
    follow();
  });
}

function follow(): void {
  address.value = parseAddress(location.hash);
  if (address.value.view !== "memory") under.value = address.value.view;
}

function parseAddress(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [name = "", id] = path.split("/").map(decode);
  const fields = new URLSearchParams(query);
  const found = FORMER_NAMES[name] ?? VIEWS.find(([known]) => known === name)?.[0] ?? "work";
  return {
    view: found,
    ...optional({ id, place: fields.get("in") ?? undefined, words: fields.get("q") ?? undefined }),
  };
}

function formatAddress({ view, id, place, words }: Address): string {
  const fields = new URLSearchParams(optional({ in: place, q: words }) as Record<string, string>);
  const query = fields.size === 0 ? "" : `?${fields}`;
  return `#${view}${id === undefined ? "" : `/${encodeURIComponent(id)}`}${query}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // typed by hand
  }
}

function optional<T extends Record<string, string | undefined>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
