/** Opens an address in the person's browser. */
import { spawn } from "node:child_process";

type Variables = Readonly<Record<string, string | undefined>>;

export function openInBrowser(address: string, env: Variables): void {
  const [program, ...args] = openerFor(env);
  if (program === undefined) return;
  const child = spawn(program, [...args, address], { env, stdio: "ignore", detached: true });
  // Not installed: the person opens the printed address.
  child.once("error", () => {});
  child.unref();
}

function openerFor(env: Variables): string[] {
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["explorer.exe"];
  const hasScreen = env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined;
  return hasScreen ? ["xdg-open"] : [];
}
