/** A workflow as another program writes it: the formats, and the one way to each of them. */
import type { RecipeFormat } from "../workflow/formats.ts";
import { justRecipe } from "./justfile.ts";
import { makeRecipe } from "./make.ts";
import { npmRecipe } from "./npm.ts";
import { shRecipe } from "./sh.ts";
import { skillRecipe } from "./skill.ts";

export type RecipeWorkflow = {
  readonly name: string;
  readonly steps: readonly string[];
  readonly description?: string;
};

export type Recipe =
  | {
      readonly outcome: "written";
      readonly text: string;
      /** Where such a text usually stands. */
      readonly file: string;
      /** What the person should know before using it. */
      readonly notes: readonly string[];
    }
  | { readonly outcome: "unfit"; readonly reason: string };

export function recipe(format: RecipeFormat, workflow: RecipeWorkflow): Recipe {
  return RECIPES[format](workflow);
}

const RECIPES: Readonly<Record<RecipeFormat, (workflow: RecipeWorkflow) => Recipe>> = {
  justfile: justRecipe,
  npm: npmRecipe,
  make: makeRecipe,
  skill: skillRecipe,
  sh: shRecipe,
};
