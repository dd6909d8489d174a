/** What a team server answers if it refuses: a code for programs, a message for people. */

/** Each code with its HTTP status. */
export const TEAM_ERRORS = {
  /** No token, or one that this server never issued. */
  unauthorized: 401,
  /** The token was revoked, or its member was removed: the space has to be taken out of this machine. */
  revoked: 401,
  expired: 401,
  /** The member's role or the token's scopes do not allow it. */
  forbidden: 403,
  "not-found": 404,
  invalid: 400,
  "too-large": 413,
  /** The idempotency key was used for another request, or a proposal was decided already. */
  conflict: 409,
  /** An invitation that was used, revoked or has expired. */
  gone: 410,
  /** Too many requests: `retry-after` says when. */
  limited: 429,
  /** The database cannot be reached: try again. */
  unavailable: 503,
  failed: 500,
} as const satisfies Record<string, number>;
export type TeamErrorCode = keyof typeof TEAM_ERRORS;

export type TeamError = { readonly error: { readonly code: TeamErrorCode; readonly message: string } };
