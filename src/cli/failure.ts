/** What went wrong, in one line for people and one document for programs, with its exit code. */
import { type ErrorCode, errnoOf, OldhandError } from "../core/base/error.ts";
import { cleanInvisible } from "../core/screen/invisible.ts";
import type { Env } from "../env.ts";
import type { ExitCode } from "./command.ts";

type Failure = {
  readonly exit: ExitCode;
  readonly json: { readonly error: { readonly code: ErrorCode | "unexpected"; readonly message: string } };
  readonly text: string;
};

const EXITS: Partial<Readonly<Record<ErrorCode, ExitCode>>> = { usage: 2, ambiguous: 2, "not-found": 3 };

export function failureOf(error: unknown, { variables }: Pick<Env, "variables">): Failure {
  const code = error instanceof OldhandError ? error.code : "unexpected";
  const stack = variables.OLDHAND_DEBUG === "1" && error instanceof Error ? `\n${error.stack}` : "";
  const message = code === "unexpected" ? unexpected(error) : (error as Error).message;
  const exit = code === "unexpected" ? 1 : (EXITS[code] ?? 1);
  return { exit, json: { error: { code, message } }, text: cleanInvisible(message) + stack };
}

function unexpected(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const errno = errnoOf(error);
  const name = errno !== undefined && !said.includes(errno) ? ` (${errno})` : "";
  const line = said.split("\n")[0]!.trim().replace(/\.$/, "");
  return `This was not expected: ${line}${name}. OLDHAND_DEBUG=1 shows where it happened.`;
}
