/** The issuer (OpenID Connect): where a browser is sent, and who came back. Its tokens are checked and dropped. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
} from "openid-client";
import type { Account } from "../../postgres/rows/identities.ts";
import { isLoopback, type SignInOptions } from "./options.ts";

/** `email`: lower case, and only if the issuer has verified it. */
export type Person = Account & { readonly email?: string };

type Checks = { readonly verifier: string; readonly nonce: string };

export type Issuer = {
  /** Fails if the issuer cannot be reached. */
  begin(state: string): Promise<Checks & { readonly address: string }>;
  /** Fails if anything about the answer is not as it must be. */
  finish(search: string, checks: Checks & { readonly state: string }): Promise<Person>;
};

const CALLBACK_PATH = "/v1/sign-in/callback";
const TIMEOUT_SECONDS = 10;

export function createIssuer({ issuer, clientId, clientSecret, publicUrl }: SignInOptions): Issuer {
  const callback = `${publicUrl}${CALLBACK_PATH}`;
  let found: Promise<Configuration> | undefined;
  const configuration = (): Promise<Configuration> => {
    found ??= discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === undefined ? None() : ClientSecretPost(clientSecret),
      // Signatures are checked also where TLS alone would do.
      {
        execute: [enableNonRepudiationChecks, ...(isLoopback(issuer) ? [allowInsecureRequests] : [])],
        timeout: TIMEOUT_SECONDS,
      },
    ).catch((error: unknown) => {
      // Not reached now: the next sign-in tries again.
      found = undefined;
      throw error;
    });
    return found;
  };
  return {
    async begin(state) {
      const config = await configuration();
      const [verifier, nonce] = [randomPKCECodeVerifier(), randomNonce()];
      const address = buildAuthorizationUrl(config, {
        ...{ redirect_uri: callback, scope: "openid email", state, nonce },
        ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" },
      });
      return { verifier, nonce, address: address.href };
    },
    async finish(search, { state, verifier, nonce }) {
      const config = await configuration();
      const tokens = await authorizationCodeGrant(config, new URL(`${callback}${search}`), {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      });
      const claims = tokens.claims()!;
      // Some issuers give the e-mail only to those who ask for it.
      const isElsewhere = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
      const { email, email_verified } = isElsewhere
        ? await fetchUserInfo(config, tokens.access_token, claims.sub)
        : claims;
      const account = { issuer: claims.iss, subject: claims.sub };
      return email_verified === true && typeof email === "string"
        ? { ...account, email: email.toLowerCase() }
        : account;
    },
  };
}
