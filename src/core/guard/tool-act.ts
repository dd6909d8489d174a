/** What a tool call of an agent would do: run a command, or edit files; undefined for tools that do neither. */

export type ToolAct =
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "edit"; readonly paths: readonly string[]; readonly adds?: readonly AddedText[] };

/** Text that is new in a file; `isWhole`: all of the file as it will be. */
export type AddedText = { readonly path: string; readonly text: string; readonly isWhole?: true };

const SHELLS = /^(?:bash|shell|exec_command|shell_command|local_shell|run_shell_command)$/i;
const EDITORS = /^(?:edit|write|multiedit|notebookedit|(?:write|edit|create|move|delete)_file|replace|patch)$/i;

/** The file tools of other servers: `mcp__files__write_file`, `mcp__fs__edit_block`; those without a path are about something else. */
const OF_SERVER = /^(?:mcp_|\w+?__)/i;
const EDITS =
  /(?:^|_)(?:write|edit|multiedit|replace|insert|create|delete|remove|move|rename|patch|append|update|save)(?:_|$)/i;

type Fields = Readonly<Record<string, unknown>>;

export function toolAct(tool: string, input: unknown): ToolAct | undefined {
  const fields = fieldsOf(input);
  if (tool === "apply_patch") return patchAct(typeof input === "string" ? input : (textIn(fields, PATCHES) ?? ""));
  if (SHELLS.test(tool)) {
    const command = textIn(fields, ["command", "cmd"]);
    return command === undefined ? undefined : { kind: "command", command };
  }
  if (!EDITORS.test(tool) && !isOtherEditor(tool)) return undefined;
  const paths = PATHS.flatMap((name) => (typeof fields[name] === "string" && fields[name] !== "" ? fields[name] : []));
  const [path] = paths;
  return path === undefined ? undefined : { kind: "edit", paths, adds: addedIn(path, fields) };
}

function isOtherEditor(tool: string): boolean {
  const [server = ""] = OF_SERVER.exec(tool) ?? [];
  return server !== "" && EDITS.test(tool.slice(server.length));
}

const PATCHES = ["command", "input", "patch", "patchText"];
const PATHS = [
  ...["file_path", "notebook_path", "filePath", "path", "relative_path", "target_file", "filename"],
  ...["source", "destination"],
];

const fieldsOf = (input: unknown): Fields => (typeof input === "object" && input !== null ? (input as Fields) : {});

function textIn(fields: Fields, names: readonly string[]): string | undefined {
  const value = names.map((name) => fields[name]).find((one) => one !== undefined && one !== "");
  if (Array.isArray(value)) return shellLine(value);
  return typeof value === "string" ? value : undefined;
}

function patchAct(patch: string): ToolAct | undefined {
  const paths = patchedFiles(patch);
  return paths.length === 0 ? undefined : { kind: "edit", paths, adds: patchedTexts(patch) };
}

/** What each host calls the old and the new text of an edit. */
const OLD = ["old_string", "oldString", "oldText", "old_str"];
const NEW = ["new_string", "newString", "newText", "new_str", "new_source", "repl", "body"];

function addedIn(path: string, fields: Fields): AddedText[] {
  const whole = textIn(fields, ["content", "file_text"]);
  if (whole !== undefined) return [{ path, text: whole, isWhole: true }];
  const edits = Array.isArray(fields.edits) ? fields.edits.map(fieldsOf) : [fields];
  return edits.flatMap((edit) => {
    const text = newLines(textIn(edit, OLD) ?? "", textIn(edit, NEW) ?? "");
    return text === "" ? [] : [{ path, text }];
  });
}

/** The lines of a text that another one does not have. */
export function newLines(before: string, after: string): string {
  const known = new Map<string, number>();
  for (const line of before.split("\n")) known.set(line, (known.get(line) ?? 0) + 1);
  const isNew = (line: string): boolean => {
    const left = known.get(line) ?? 0;
    if (left > 0) known.set(line, left - 1);
    return left === 0;
  };
  return after.split("\n").filter(isNew).join("\n");
}

/** `["bash", "-lc", "npm test"]` is the line that the shell gets. */
function shellLine(words: readonly unknown[]): string | undefined {
  if (!words.every((word) => typeof word === "string")) return undefined;
  const [, option, line] = words as readonly string[];
  return words.length === 3 && /^-l?c$/.test(option ?? "") ? line : words.join(" ");
}

const FILE = /^[ \t]*\*{3} (?:(?:Add|Update|Delete) File|Move to): ([^\n]{1,4096})$/;

/** The files of a patch in the form that agents write: `*** Update File: src/a.ts`. */
export function patchedFiles(patch: string): string[] {
  return patch.split("\n").flatMap((line) => FILE.exec(line)?.[1] ?? []);
}

/** The lines that it adds to each. */
function patchedTexts(patch: string): AddedText[] {
  const texts = new Map<string, string[]>();
  let file = "";
  for (const line of patch.split("\n")) {
    file = FILE.exec(line)?.[1] ?? file;
    if (file !== "" && line.startsWith("+")) texts.set(file, [...(texts.get(file) ?? []), line.slice(1)]);
  }
  return [...texts].map(([path, lines]) => ({ path, text: lines.join("\n") }));
}
