/** What a line of a transcript comes to, whichever agent wrote it, before anything is screened. */
import type { Actor, EventStatus, Shell } from "../../core/event/event.ts";
import type { Fields } from "./json-fields.ts";

export type Heard =
  | {
      readonly kind: "session";
      readonly nativeId?: string | undefined;
      readonly parent?: string | undefined;
      readonly title?: string | undefined;
      readonly cwd?: string | undefined;
      readonly atMs?: number | undefined;
    }
  | {
      readonly kind: "said";
      readonly role: "person" | "agent" | "machine";
      readonly text: string;
      readonly cwd?: string | undefined;
      readonly atMs?: number | undefined;
    }
  | {
      readonly kind: "call";
      readonly id: string;
      readonly tool: string;
      readonly files: readonly string[];
      /** Present where the tool is a shell. */
      readonly command?: string | undefined;
      readonly shell?: Shell | undefined;
      readonly cwd?: string | undefined;
      readonly atMs?: number | undefined;
    }
  | ({ readonly kind: "result"; readonly id: string; readonly text: string } & Ending)
  /** A command told whole: one that the person ran beside the conversation, or a second account of a call. */
  | ({
      readonly kind: "ran";
      readonly id?: string | undefined;
      readonly actor: Actor;
      readonly command: string;
      readonly shell?: Shell | undefined;
      readonly cwd?: string | undefined;
      readonly startMs?: number | undefined;
      /** What it printed, where no result tells it. */
      readonly output?: string | undefined;
    } & Ending)
  /** Files that were changed, told whole: by a script, or a second account of a call. */
  | ({
      readonly kind: "edited";
      readonly id?: string | undefined;
      readonly tool: string;
      readonly files: readonly string[];
      readonly output: string;
    } & Ending)
  /** Understood, and left out on purpose. */
  | { readonly kind: "left"; readonly reason: string }
  /** Not understood. */
  | { readonly kind: "unknown"; readonly reason: string };

export type Ending = {
  readonly status: EventStatus;
  readonly exitCode?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly atMs?: number | undefined;
};

/** What a format has to remember from line to line: small, plain, replaced and never changed in place. */
export type Memory = Record<string, unknown>;

/** One line, parsed, to what it comes to. */
export type Hear = (line: Fields, memory: Memory) => Heard[];

export const left = (reason: string): Heard => ({ kind: "left", reason });

/** Named after the type, where that is made of plain words: the reason must not carry a transcript's text. */
export function unknown(what: string, type: unknown): Heard {
  const name =
    typeof type === "string" && /^[A-Za-z]+(?:[_-][A-Za-z]+){0,3}$/.test(type) && type.length <= 40 ? ` ${type}` : "";
  return { kind: "unknown", reason: `unknown ${what}${name}` };
}
