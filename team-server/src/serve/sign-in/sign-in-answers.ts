/** What the server answers to sign-ins, with its issuer. Loads the library for OpenID Connect. */
import type { TeamServer } from "../answer.ts";
import type { SignInAnswers } from "../app.ts";
import { claimToken, returnFromIssuer, startSignIn } from "./answer-sign-in.ts";
import { createIssuer } from "./issuer.ts";
import type { SignInOptions } from "./options.ts";

export function signInAnswers(team: TeamServer, options: SignInOptions): SignInAnswers {
  const server = { ...team, issuer: createIssuer(options), admits: options.admits };
  return {
    start: (json) => startSignIn(server, json),
    comeBack: (search) => returnFromIssuer(server, search),
    claim: (json) => claimToken(server, json),
  };
}
