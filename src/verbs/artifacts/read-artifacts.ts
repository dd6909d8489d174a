/** Reads a project's artifacts: by their memory:// address, and as the block for a session's start. */
import { type CallContext, demandProject } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import { readAddress } from "../../store/local/artifacts/read-artifacts.ts";
import { startBlock as blockFor, sessionSecret } from "./session-block.ts";

/** What is at a memory:// address. */
export function resource(call: CallContext, address: string): string {
  const read = readAddress(call.home, demandProject(call).id, address);
  if (read.outcome === "found") return read.text;
  throw new OldhandError(read.outcome === "missing" ? "not-found" : "invalid", read.reason);
}

/** The same bytes for as long as the session lasts. */
export function startBlock({ home, config, project, store }: CallContext, session: string): string {
  return blockFor({ home, config, project, secret: () => sessionSecret(store.state) }, session);
}
