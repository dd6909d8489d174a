/** The one error class: a code for programs, a message for people that says what to do next. */

export type ErrorCode =
  | "usage" // the call itself is wrong
  | "not-found"
  | "ambiguous" // a shortened id or a directory that matches more than one
  | "invalid" // the input is understood but not acceptable
  | "conflict" // it was changed by somebody else at the same time
  | "unreadable" // a store that cannot be read, which is never an empty one
  | "read-only"
  | "full" // no space left
  | "too-new" // written by a newer oldhand
  | "busy"
  | "io";

export class OldhandError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "OldhandError";
    this.code = code;
  }
}

/** Names the errno of a failed system call, if that is what it was. */
export function errnoOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** The import of a file that cannot be read, in words. */
export function unreadableImport(file: string, code: string, cause: unknown): OldhandError {
  return new OldhandError(
    code === "ENOENT" ? "not-found" : "unreadable",
    `Cannot read ${file}: ${READ_ERRORS[code] ?? code}. Nothing was imported from it.`,
    { cause },
  );
}

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EACCES: "permission denied",
  EISDIR: "it is a directory",
};
