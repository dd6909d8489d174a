/** The receipt of a recall or a brief. */

/** What one recall or brief included, what it left out, and why. */
export type Receipt = {
  readonly id: string;
  readonly atMs: number;
  readonly query: string;
  readonly budget: number;
  readonly tokens: number;
  readonly included: readonly Included[];
  readonly omitted: readonly Omission[];
};

/** A line that was included, with the parts of its score. */
export type Included = {
  readonly id: string;
  readonly relevance: number;
  readonly tokens: number;
  readonly layer?: Layer;
  readonly strength?: number;
  readonly score?: number;
  readonly kind?: string;
  readonly wants?: string;
  readonly reason?: string;
  /** The beginning of the line. */
  readonly excerpt?: string;
  /** Why it no longer matches the repository; a recall still shows it. */
  readonly stale?: string;
};

/** The layers of a brief, in order. */
export type Layer = "A" | "scoped" | "B" | "C" | "passage";

export type Omission = {
  readonly id: string;
  readonly reason: OmissionReason;
  readonly needTokens?: number;
  /** Details, if the reason alone is not enough. */
  readonly why?: string;
};
type OmissionReason =
  | "archived"
  | "superseded"
  | "shadowed"
  | "not accepted"
  | "over budget"
  | "over its share"
  | "over limit"
  | "duplicate"
  | "below threshold"
  | "no longer true"
  | "not in scope"
  | "told";
