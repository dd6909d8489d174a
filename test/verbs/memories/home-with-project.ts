/** A home with a project, and beside it a person's home where other programs keep their memories. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Memory } from "../../../src/main/memory.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";

export type HomeWithProject = {
  readonly home: MemoryHome;
  /** The person's home, where other programs keep their memories. */
  readonly person: string;
  readonly shop: string;
  open(dir?: string): Promise<Memory>;
};

export function homeWithProject(t: Cleaning): HomeWithProject {
  const home = memoryHome(t);
  const person = home.env().home!;
  const shop = join(home.outside, "shop");
  note(shop, "package.json", "{}");
  mkdirSync(person, { recursive: true });
  return { home, person, shop, open: (dir = shop) => home.open(dir, { variables: { HOME: person } }) };
}

export function note(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** A database with the tables and rows of a fixture, as its program leaves it behind. */
export function database(file: string, fixture: string, more = ""): void {
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  db.exec(readFileSync(new URL(`../../fixtures/memories/${fixture}.sql`, import.meta.url), "utf8"));
  db.exec(more);
  db.close();
}
