/** The one table of secrets: by shape, by label, by sentence. */
import { LABEL_RULES } from "./labelled.ts";
import { TOLD_RULES } from "./prose-secrets.ts";
import type { SecretRule } from "./rule.ts";
import { PROVIDER_RULES } from "./shaped.ts";

/** Earlier rules name what later ones also match. */
export const SECRET_RULES: readonly SecretRule[] = [...PROVIDER_RULES, ...LABEL_RULES, ...TOLD_RULES];
