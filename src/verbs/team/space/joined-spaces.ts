/** The spaces that this machine joined; nothing is loaded if there is none. */
import { isThere } from "../../../store/files/durable-files.ts";
import type { CallContext } from "../../call/call-context.ts";
import type { SpaceResult } from "../../exchange/spaces/exchange-with.ts";
import type { SpaceView } from "./space-view.ts";

export async function joinedSpaces(call: CallContext): Promise<readonly SpaceView[]> {
  return isThere(call.home.teams) ? (await import("./spaces-here.ts")).spaces(call) : [];
}

export async function exchangeWithSpaces(call: CallContext): Promise<readonly SpaceResult[]> {
  return isThere(call.home.teams) ? (await import("../../exchange/spaces/exchange-all.ts")).exchangeWithAll(call) : [];
}
