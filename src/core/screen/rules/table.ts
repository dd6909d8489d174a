/** The one table of secrets: by shape, by label, by sentence. */
import { LABEL_RULES } from "./labelled.ts";
import type { SecretRule } from "./rule.ts";
import { PROVIDER_RULES } from "./shaped.ts";
import { TOLD_RULES } from "./told.ts";

/** Earlier rules name what later ones also match. */
export const SECRET_RULES: readonly SecretRule[] = [...PROVIDER_RULES, ...LABEL_RULES, ...TOLD_RULES];
