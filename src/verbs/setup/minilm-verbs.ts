/** Installs the optional embedder MiniLM and chooses it; removes it and goes back to the default. */
import { type CallContext, demandPerson } from "../../context/call-context.ts";
import { installMiniLm, uninstallMiniLm } from "../../install/minilm.ts";
import { installedMiniLm } from "../../store/local/minilm-files.ts";
import { settingVerbs } from "../maintenance/setting-verbs.ts";

const SETTING = "recall.embedder";

/** What a person is told before it is installed. */
export const MINILM_COST =
  "MiniLM is 23 MB; ONNX Runtime takes up to 290 MB while npm installs it, without scripts, and 25 to 90 MB afterwards.";

export function minilmVerbs(call: CallContext) {
  const { env, home, config } = call;
  return {
    isMiniLmInstalled: (): boolean => installedMiniLm(home) !== undefined,
    async installMiniLm(say: (text: string) => void): Promise<void> {
      demandPerson(env, "install");
      if (installedMiniLm(home) === undefined)
        await installMiniLm(home.embedderDirectory, { variables: env.variables, say });
      await settingVerbs(call).set(SETTING, "minilm");
    },
    async uninstallMiniLm(): Promise<boolean> {
      demandPerson(env, "install");
      const wasInstalled = installedMiniLm(home) !== undefined;
      if (config[SETTING] === "minilm") await settingVerbs(call).set(SETTING, "static");
      uninstallMiniLm(home.embedderDirectory);
      return wasInstalled;
    },
  };
}
