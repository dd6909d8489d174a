/** What a tool call of an agent would do: run a command, or edit files; undefined for tools that do neither. */
import { patchedFiles } from "./written-paths.ts";

export type ToolAct =
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "edit"; readonly paths: readonly string[] };

const SHELLS = /^(?:bash|shell|exec_command|shell_command|local_shell|run_shell_command)$/i;
const EDITORS = /^(?:edit|write|multiedit|notebookedit|write_file|replace|patch)$/i;

export function toolAct(tool: string, input: unknown): ToolAct | undefined {
  const fields = typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const text = (...names: readonly string[]): string | undefined => {
    const value = names.map((name) => fields[name]).find((one) => one !== undefined && one !== "");
    if (Array.isArray(value)) return shellLine(value);
    return typeof value === "string" ? value : undefined;
  };
  if (tool === "apply_patch") {
    const paths = patchedFiles(typeof input === "string" ? input : (text("command", "input", "patch") ?? ""));
    return paths.length === 0 ? undefined : { kind: "edit", paths };
  }
  if (SHELLS.test(tool)) {
    const command = text("command", "cmd");
    return command === undefined ? undefined : { kind: "command", command };
  }
  const path = EDITORS.test(tool) ? text("file_path", "notebook_path", "filePath", "path") : undefined;
  return path === undefined ? undefined : { kind: "edit", paths: [path] };
}

/** `["bash", "-lc", "npm test"]` is the line that the shell gets. */
function shellLine(words: readonly unknown[]): string | undefined {
  if (!words.every((word) => typeof word === "string")) return undefined;
  const [, option, line] = words as readonly string[];
  return words.length === 3 && /^-l?c$/.test(option ?? "") ? line : words.join(" ");
}
