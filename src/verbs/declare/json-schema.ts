/** JSON schemas from tables of fields, for agents; and how the results of tools are described. */
import type { Field, InputFields } from "./field.ts";

export type Schema = Readonly<Record<string, unknown>>;

export const MOST_CHARS = 65_536;
export const LINE_CHARS = 1000;
export const MOST_LISTED = 50;

/** An object with exactly these fields, described for a model. */
export function schemaOf(
  table: InputFields,
  described: Readonly<Record<string, string | undefined>>,
  requires: readonly string[] = [],
): Schema {
  const names = Object.keys(described).filter((name) => table[name] !== undefined);
  return {
    type: "object",
    properties: Object.fromEntries(
      names.map((name) => [name, { ...fieldSchema(table[name]!), ...description(table[name]!, described[name]) }]),
    ),
    ...required(names.filter((name) => table[name]!.required || requires.includes(name))),
    additionalProperties: false,
  };
}

const required = (names: readonly string[]): Schema => (names.length === 0 ? {} : { required: names });

/** Choices speak for themselves. */
function description({ help, choices }: Field, given: string | undefined): Schema {
  const says = given || (choices === undefined ? help : "");
  return says === "" ? {} : { description: says };
}

function fieldSchema(field: Field): Schema {
  const one = oneSchema(field);
  return field.many ? { type: "array", items: one, maxItems: field.most ?? MOST_LISTED } : one;
}

function oneSchema({ type, choices, least = 1, most }: Field): Schema {
  if (choices !== undefined) return { type: "string", enum: choices };
  if (type === "flag") return { type: "boolean" };
  if (type === "number") return { type: "integer", minimum: least, ...(most !== undefined && { maximum: most }) };
  if (type === "pairs") return { type: "object", additionalProperties: { type: "string" } };
  if (type === "data") return { type: "object" };
  return { type: "string", minLength: 1, maxLength: type === "text" ? MOST_CHARS : LINE_CHARS };
}

/** An object with these fields and any others, in a form that every client understands; `?` marks what may be missing. */
export function object(properties: Readonly<Record<string, Schema>>): Schema {
  const names = Object.keys(properties);
  const isOptional = (name: string): boolean => name.endsWith("?");
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name.replace(/\?$/, ""), properties[name]])),
    ...required(names.filter((name) => !isOptional(name))),
    additionalProperties: true,
  };
}

export const list = (items: Schema): Schema => ({ type: "array", items });
export const oneOf = (choices: readonly string[], description?: string): Schema => ({
  type: "string",
  enum: choices,
  ...(description !== undefined && { description }),
});
export const string = (description?: string): Schema => ({
  type: "string",
  ...(description !== undefined && { description }),
});
export const number: Schema = { type: "number" };
export const boolean = (description: string): Schema => ({ type: "boolean", description });
