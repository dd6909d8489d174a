/** The fields of a verb's input, as a table: enough for parsing, help, completions, schemas, and the type of the input. */
import type { Scope } from "../../core/record/record.ts";

export type Field = {
  /**
   * text: may be long, and `-` reads it from stdin. line: one short text. since: a point in the past. path: a file of the
   * project. scope: where it applies. pairs: NAME=VALUE. data: any JSON, which the verb checks.
   */
  readonly type: "text" | "line" | "flag" | "number" | "since" | "path" | "choice" | "scope" | "pairs" | "data";
  readonly help: string;
  /** Typed as one word, as all words that remain, or as a command line as it stands; any other field is an option. */
  readonly at?: "word" | "rest" | "line";
  readonly required?: true;
  /** A list; as an option it is repeated. */
  readonly many?: true;
  /** The placeholder of its value. */
  readonly label?: string;
  /** The option's name, if it is not the field's. */
  readonly option?: string;
  readonly short?: string;
  readonly choices?: readonly string[];
  /** Offered by completions; the verb itself checks the value. */
  readonly offers?: readonly string[];
  /** The lowest number (default 1) and the highest; of a list, how many there may be. */
  readonly least?: number;
  readonly most?: number;
  /** Only programs give it: agents, the page, the library. */
  readonly isTyped?: false;
};

export type InputFields = Readonly<Record<string, Field>>;

type OneValue<F extends Field> = F["type"] extends "flag"
  ? boolean
  : F["type"] extends "number" | "since"
    ? number
    : F["type"] extends "scope"
      ? Scope
      : F["type"] extends "pairs"
        ? Readonly<Record<string, string>>
        : F["type"] extends "data"
          ? unknown
          : F["choices"] extends readonly (infer C)[]
            ? C
            : string;

type ValueOf<F extends Field> = F["many"] extends true ? readonly OneValue<F>[] : OneValue<F>;
type RequiredIn<F extends InputFields> = { [K in keyof F]: F[K]["required"] extends true ? K : never }[keyof F];

/** What a verb with these fields is given. */
export type InputOf<F extends InputFields> = { readonly [K in RequiredIn<F>]: ValueOf<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredIn<F>>]?: ValueOf<F[K]>;
};

/** Keeps the literal types of a table, from which the type of the input follows. */
export function fields<const F extends InputFields>(table: F): F {
  return table;
}

/** The option that sets a field on the command line: `dryRun` is --dry-run. */
export function optionOf(name: string, { option }: Field): string {
  return option ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
