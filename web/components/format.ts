/** Formats times, durations, counts and untrusted text for display. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function ago(ms: number, nowMs: number = Date.now()): string {
  const past = nowMs - ms;
  if (past < MINUTE_MS) return "just now";
  if (past < HOUR_MS) return `${Math.floor(past / MINUTE_MS)} min ago`;
  if (past < DAY_MS) return `${Math.floor(past / HOUR_MS)} h ago`;
  if (past < 14 * DAY_MS) return `${Math.floor(past / DAY_MS)} d ago`;
  return new Date(ms).toISOString().slice(0, 10);
}

export function duration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < MINUTE_MS) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / MINUTE_MS)} min ${Math.round((ms % MINUTE_MS) / 1000)} s`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** `1 command`, `2 commands`. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
}

export function kindLabel(kind: string): string {
  return kind.replaceAll("_", " ");
}

/** Whether a key adds nothing to its text: each of its words is in the text, or is a hash. */
export function repeats(key: string, text: string): boolean {
  const has = text.toLowerCase();
  return (key.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every(
    (word) => has.includes(word) || /^[0-9a-f]{12,}$/.test(word),
  );
}

/** Shows the code of characters that are invisible or that reorder the text around them. */
export function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu,
    (char) => `⟨U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}
