/** The places that a command acts on, such as production: a request has to name one, or the person is asked, safest first. */
import type { Material } from "../../core/plan/material.ts";
import type { Request } from "./read-request.ts";

/** Safest first. */
const PLACES: readonly (readonly [name: string, words: RegExp])[] = [
  ["test", /\b(?:qa|uat|sandbox|preview|review)\b/i],
  ["staging", /\b(?:staging|stg|preprod)\b/i],
  ["production", /\b(?:prod|production)\b/i],
];

export type OpenPlaces = {
  /** Written in the command itself. */
  readonly named: readonly string[];
  /** Only in what it runs: a default that a variable may change. */
  readonly within: readonly string[];
};

export function placesOf(command: string, runs: string): OpenPlaces {
  const named = placesIn(command);
  return { named, within: placesIn(runs).filter((place) => !named.includes(place)) };
}

export function placesIn(text: string): string[] {
  return PLACES.filter(([, words]) => words.test(text.replaceAll("_", " "))).map(([name]) => name);
}

/** How much harm a mistake does there; a command without a place comes first. */
export function dangerOf({ named, within }: OpenPlaces): number {
  return Math.max(-1, ...[...named, ...within].map((place) => PLACES.findIndex(([name]) => name === place)));
}

export type Wanted = { readonly places: readonly string[]; readonly isAsked: boolean };

/** The places that the request names, or else the one whose folder the person is in. */
export function wantedPlaces({ units }: Request, { cwd, projectRoot = cwd }: Material): Wanted {
  const said = units.flatMap(({ word, keys }) => [
    ...placesIn(word),
    ...PLACES.map(([name]) => name).filter((name) => keys.includes(`:${name}`)),
  ]);
  return { places: said.length > 0 ? said : placesIn(cwd.slice(projectRoot.length)), isAsked: said.length > 0 };
}

export function isIn({ places }: Wanted, named: readonly string[]): boolean {
  return named.every((place) => places.includes(place));
}

/** It acts somewhere, and not where it is wanted. */
export function isOtherPlace({ places }: Wanted, { named, within }: OpenPlaces): boolean {
  const all = named.length > 0 ? named : within;
  return places.length > 0 && all.length > 0 && !all.some((place) => places.includes(place));
}
