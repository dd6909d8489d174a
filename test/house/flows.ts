// Which top-level functions a function names, read from the formatted source: what ARCHITECTURE.md tells is checked with it.
import { dirname, join } from "node:path/posix";
import { codeOf } from "./scan.ts";
import type { SourceFile } from "./tree.ts";

/** A function, or a table of them, as `file#name`. */
export type Named = `${string}#${string}`;

export type Calls = { readonly has: (one: Named) => boolean; readonly namedBy: (one: Named) => readonly Named[] };

const DECLARED = /^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/;
const IMPORTED = /^(?:import|export) (?:type )?\{([^}]*)\} from "(\.[^"]+)"/gm;
const ON_DEMAND =
  /\(await import\("(\.[^"]+)"\)\)\.(\w+)|\{([^{}]*)\} = await import\("(\.[^"]+)"\)|import\("(\.[^"]+)"\)\.then\(\(\{ (\w+) \}\)/g;

export function callsIn(files: readonly SourceFile[]): Calls {
  const bodies = new Map<Named, string>();
  const names = new Map<string, Map<string, Named>>();
  for (const { path, text } of files) {
    const known = new Map<string, Named>();
    for (const [, list = "", from = ""] of text.matchAll(IMPORTED))
      for (const { name, as } of namesIn(list)) known.set(as, `${join(dirname(path), from)}#${name}`);
    let current: Named | undefined;
    for (const line of text.split("\n")) {
      const declared = DECLARED.exec(line)?.[1];
      if (declared !== undefined) {
        current = `${path}#${declared}`;
        known.set(declared, current);
      }
      if (current !== undefined) bodies.set(current, `${bodies.get(current) ?? ""}${line}\n`);
    }
    names.set(path, known);
  }
  /** Where a name is declared, through files that only pass it on. */
  const declared = (one: Named): Named => {
    if (bodies.has(one)) return one;
    const [path = "", name = ""] = one.split("#");
    const passed = names.get(path)?.get(name);
    return passed === undefined || passed === one ? one : declared(passed);
  };
  return {
    has: (one) => bodies.has(one),
    namedBy: (one) => {
      const [path = ""] = one.split("#");
      const body = bodies.get(one) ?? "";
      const words = new Set(codeOf(body).match(/[A-Za-z_$][\w$]*/g));
      const beside = [...(names.get(path) ?? [])].filter(([name]) => words.has(name)).map(([, to]) => to);
      return [...beside, ...onDemand(path, body)].map(declared).filter((to) => to !== one && bodies.has(to));
    },
  };
}

function onDemand(path: string, body: string): Named[] {
  return [...body.matchAll(ON_DEMAND)].flatMap(([, one, name, list, other, then, given]) => {
    const file = join(dirname(path), one ?? other ?? then ?? "");
    const found = name ?? given;
    return (found === undefined ? namesIn(list ?? "") : [{ name: found }]).map(({ name }): Named => `${file}#${name}`);
  });
}

function namesIn(list: string): { readonly name: string; readonly as: string }[] {
  return list
    .split(",")
    .map((one) => one.trim().replace(/^type /, ""))
    .filter(Boolean)
    .map((one) => {
      const [name = "", as = name] = one.split(/ as |: /);
      return { name, as };
    });
}

/** The functions on the shortest way, both ends included; undefined if there is none of so few steps. */
export function wayBetween(calls: Calls, from: Named, to: Named, mostSteps: number): Named[] | undefined {
  let ways: Named[][] = [[from]];
  const seen = new Set<Named>([from]);
  for (let step = 0; step < mostSteps; step++) {
    const longer = ways.flatMap((way) => calls.namedBy(way.at(-1)!).map((next) => [...way, next]));
    const found = longer.find((way) => way.at(-1) === to);
    if (found !== undefined) return found;
    ways = longer.filter((way) => !seen.has(way.at(-1)!));
    for (const way of ways) seen.add(way.at(-1)!);
  }
  return undefined;
}
