/** A driver that uses every feature that writes files, then prints which files others could read. */
import { lstatSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { library } from "../tools/built-library.ts";
import { walk } from "../tools/paths.ts";

export type Seen = { readonly open: readonly string[]; readonly kinds: readonly string[] };

if (import.meta.main) await use(process.env.OLDHAND_HOME ?? "", process.argv[2] ?? "");

async function use(home: string, repository: string): Promise<void> {
  const { openMemory, environment } = await library();
  let path = "";
  const edit = (step: string): void => {
    if (step === "temporary synced" && path !== "") {
      writeFileSync(path, readFileSync(path, "utf8").replaceAll("iron", "bronze"));
      path = "";
    }
  };
  const open = (at: (step: string) => void = () => {}) =>
    openMemory({ ...environment(), cwd: repository, at }, { settle: "all", note: () => {} });

  const first = await open(edit);
  const { record } = await first.add({ text: "The bell is iron", type: "fact", scope: "global" });
  path = record!.file;
  await first.update(record!.id, { text: "The bell is made of tin" });
  await first.add({ text: "The tower has two doors", type: "fact", scope: "project" });
  const gone = await first.add({ text: "The clapper is missing", type: "fact", scope: "global" });
  await first.delete(gone.record!.id);
  await first.recall({ query: "bell", format: "json" });
  await first.set("brief.budget", "7");
  await first.projects.share();
  await first.export(join(home, "..", "export"));
  first.close();

  damage(join(home, "index.db"));
  damage(join(home, "state.db"));
  const second = await open();
  await second.add({ text: "The rope is hemp", type: "fact", scope: "global" });
  // Before it is closed: the logs and the shared memory are files too.
  const paths = [home, join(home, "..", "export")].flatMap(walk);
  const readable = paths.filter((file) => modeOf(file) !== (lstatSync(file).isDirectory() ? 0o700 : 0o600));
  const kinds = paths.filter((file) => lstatSync(file).isFile()).map((file) => kindOf(file, home));
  const seen: Seen = {
    open: readable.map((file) => `${file} ${modeOf(file).toString(8)}`),
    kinds: [...new Set(kinds)].sort(),
  };
  writeSync(1, `${JSON.stringify(seen)}\n`);
  second.close();
}

/** In place, as a failing disk would do it: the file keeps its mode. */
function damage(path: string): void {
  writeSync(openSync(path, "r+"), "This is no database. ".repeat(50), 0);
}

function modeOf(path: string): number {
  return lstatSync(path).mode & 0o777;
}

/** A file's name without its variable parts. */
function kindOf(path: string, home: string): string {
  return path
    .slice(path.startsWith(`${home}/`) ? home.length + 1 : join(home, "..").length + 1)
    .replace(/prj_\w+/, "PROJECT")
    .replace(/[^/]*?(\.conflict-\d+)?\.md$/, "RECORD$1.md")
    .replace(/\d{10,}/, "TIME");
}
