/** The table of secret rules: by shape, by label, in prose. */
import { LABEL_RULES } from "./labelled.ts";
import { PROSE_RULES } from "./prose-secrets.ts";
import type { SecretRule } from "./rule.ts";
import { PROVIDER_RULES } from "./shaped.ts";

/** Earlier rules name what later ones also match. */
export const SECRET_RULES: readonly SecretRule[] = [...PROVIDER_RULES, ...LABEL_RULES, ...PROSE_RULES];
