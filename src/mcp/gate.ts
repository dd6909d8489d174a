/** Who may pass over HTTP: this machine, under its own name, from no other page, with the token. */
import { ownNames } from "../core/gate/own-names.ts";
import { secretTest } from "../core/gate/same-secret.ts";

export type Knock = {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
};

export type Gate = (knock: Knock) => { readonly status: 401 | 403; readonly says: string } | "pass";

export function gateOf({ token, port }: { readonly token: string; readonly port: number }): Gate {
  const own = ownNames(port);
  const isToken = secretTest(`Bearer ${token}`);
  return ({ host, origin, authorization }) => {
    if (!own.isHost(host)) return { status: 403, says: "This is not the host." };
    if (origin !== undefined && !own.isOrigin(origin))
      return { status: 403, says: "Pages of other origins are not served." };
    if (authorization === undefined || !isToken(authorization))
      return { status: 401, says: "The token is missing or wrong: send it as Authorization: Bearer TOKEN." };
    return "pass";
  };
}
