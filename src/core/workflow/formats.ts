/** The forms in which a workflow can be written for another program. */

export const RECIPE_FORMATS = ["justfile", "npm", "make", "skill", "sh"] as const;
export type RecipeFormat = (typeof RECIPE_FORMATS)[number];
