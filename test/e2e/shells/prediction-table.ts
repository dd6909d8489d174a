/** A small table of likely next commands, as oldhand writes it for shells. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Desk } from "./terminal.ts";

export const LINES = ["echo one", "echo two 'three four'", "printf '%s\\n' a\x01b", "echo ünder ✓"];
const NEXT = [">\t1", ">1\t2 3", ">1,2\t4"];

export function withTable(desk: Desk, lines = LINES, next = NEXT, stamp = "oh1 1 1.1 person 0"): string {
  const tables = join(desk.dir, "tables");
  mkdirSync(tables, { recursive: true });
  writeFileSync(join(tables, "prj_work"), [stamp, ...lines.map((line) => `=${line}`), ...next, ""].join("\n"));
  writeFileSync(join(tables, "roots"), `oh1 1\nprj_no\t${desk.dir}/elsewhere\nprj_work\t${desk.dir}/work\n`);
  return tables;
}
