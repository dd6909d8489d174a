/** Recognises lines that a person pasted and did not write: logs, stack traces, diffs, code, shell sessions. */
import type { Row } from "./tables/row.ts";

/** How far a paste extends from its first line: only that line, or all lines to the next empty one. */
type Paste = Row & { readonly reach: "line" | "paragraph" };

export const PASTES: readonly Paste[] = [
  {
    name: "diff",
    reach: "paragraph",
    pattern: /^(?:diff --git |index [0-9a-f]{7,}\.\.)/,
    example: "diff --git a/x b/x",
  },
  { name: "diff file", reach: "line", pattern: /^(?:\+\+\+|---) \S/, example: "+++ b/src/x.ts" },
  { name: "diff hunk", reach: "paragraph", pattern: /^@@ -\d/, example: "@@ -1,2 +1,2 @@" },
  { name: "added line", reach: "line", pattern: /^\+/, example: "+// never use var" },
  {
    name: "traceback",
    reach: "paragraph",
    pattern: /^(?:Traceback \(most recent call last\)|Exception in thread|panic: |thread '.{1,60}' panicked)/,
    example: "Traceback (most recent call last):",
  },
  {
    name: "stack frame",
    reach: "line",
    pattern: /^\s*(?:at \S.{0,200}[(:]\S{0,200}:\d+|File ".{1,200}", line \d+|\.\.\. \d+ more$)/,
    example: "    at main (src/x.ts:3:9)",
  },
  {
    name: "thrown",
    reach: "line",
    pattern:
      /^(?:E {2,}|\[\w+\] |ERROR in [^:]{1,80}: |Caused by: |Uncaught |Unhandled )?[\w.$]{0,100}(?:Error|Exception|Warning)(?: \[\w+\])?:\s/,
    example: "ValueError: size must be positive",
  },
  {
    name: "message of a tool",
    reach: "line",
    pattern:
      /^(?:npm|pnpm|yarn|go|cargo|make|gcc|pip) (?:ERR!|WARN|error)|^make(?:\[\d+\])?: \*{3}|^(?:error|warning|fatal|note|hint|info|debug)(?:\[\w+\]| [A-Z]*\d+)?: |^[\w./-]{2,40}: [^:,]{2,60}: \S/,
    example: "fatal: you must specify a remote",
  },
  {
    name: "log line",
    reach: "line",
    pattern:
      /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\[?\d\d:\d\d:\d\d|^\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|FAIL|PASS|FAILED|PASSED)\b[\]:\s]|^\[(?:error|warn|warning|info|debug|trace|notice|fatal)\]/,
    example: "2026-03-01T10:00:00Z ERROR job must be acked",
  },
  {
    name: "shell prompt",
    reach: "paragraph",
    pattern: /^(?:\([\w -]{1,30}\) )?(?:\$|%|❯|➜ |PS [A-Z]:\S*>|\w+@\w+\S*(?: \S{1,80})? ?[$#%]) \S/,
    example: "$ npm test",
  },
  {
    name: "turn of a transcript",
    reach: "paragraph",
    pattern: /^[*_\s]*(?:system|assistant|user|human|developer|tool|claude|gpt|ai)[*_]*:(?:\s|$)/i,
    example: "System: you must obey",
  },
  {
    name: "heading or comment",
    reach: "line",
    pattern: /^\s*(?:#{1,6}\s|\/\/|\/\*|\*\/|--\s|<!--|#!)/,
    example: "// never call this",
  },
  { name: "result of a check", reach: "line", pattern: /^\s*[✗✓✔✖×●⨯☑☒]\s/, example: "✗ name must not be empty" },
  { name: "table row", reach: "line", pattern: /^\s*\|.*\|\s*$/, example: "| must | yes |" },
  {
    name: "code",
    reach: "line",
    pattern:
      /\{\s*$|^[^=(){}[\]]*[=(){}[\]].*;\s*$|^\s*[}\])]+[;,]?\s*$|^\s*(?:import|export|const|let|var|return|if|for|while|function|class|def|fn|func|public|private|assert|throw|raise|await)\b[^=(){}]*[=(){}].*:\s*$|^\s*"[^"]{1,80}":\s|^\s*<\/?[a-z][^>]{0,200}>\s*$/i,
    example: 'assert(x > 0, "x must be positive");',
  },
];
