/** What a failed system call means for a person: in our words, with what to do next. */
import { errnoOf, OldhandError } from "../../../core/base/error.ts";

export function asOldhandError(error: unknown, path: string): Error {
  if (error instanceof OldhandError) return error;
  const cause = { cause: error };
  switch (errnoOf(error)) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return new OldhandError(
        "full",
        `No space left to write ${path}. Nothing was changed: free some space and run it again.`,
        cause,
      );
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return new OldhandError(
        "read-only",
        `${path} cannot be written. Check who owns it and its permissions, or set OLDHAND_HOME to a directory of yours.`,
        cause,
      );
    case "EIO":
      return new OldhandError(
        "io",
        `The disk reported an error while writing ${path}; it was not saved. Run \`oldhand doctor\`, then run it again.`,
        cause,
      );
    case "ENOENT":
    case "ENOTDIR":
    case "EEXIST":
    case "ELOOP":
      return new OldhandError(
        "unreadable",
        `${path} cannot be reached: something above it is no directory, or leads nowhere. Move that away, or set OLDHAND_HOME.`,
        cause,
      );
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
