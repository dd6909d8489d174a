/** Where a program keeps its files in a person's home. */
import { join } from "node:path";

export type Variables = Readonly<Record<string, string | undefined>>;

/** A folder of the home, or the folder that a variable names in its place; empty if neither is set. */
export function inHome({ HOME: home }: Variables, moved: string | undefined, path: string): string[] {
  if (isSet(moved)) return [moved];
  return isSet(home) ? [join(home, path)] : [];
}

export function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}
