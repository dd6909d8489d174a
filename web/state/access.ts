/** Access to the API: the token of this tab, which only pages of this exact address can read, and requests that send it. */
import { signal } from "@preact/signals";

const STORED_AS = "oldhand-token";
const ANSWER_MS = 300;
const QUESTION = "token?";

/** The server lets only the load of the page that showed a plan approve it. */
const pageId = crypto.randomUUID();
/** Reaches pages of the same host and port only, unlike a cookie. */
const tabs = new BroadcastChannel("oldhand");

let token = withStorage((storage) => storage.getItem(STORED_AS)) ?? null;

export const hasAccess = signal(false);
/** Why the address that was opened did not work. */
export const loginProblem = signal<string | undefined>(undefined);

export function loginKey(): string | undefined {
  return /^#key-(\w+)$/.exec(location.hash)?.[1];
}

/** Takes the token for the key in the address, or else the one of this tab before a reload, or else the one of another tab. */
export async function logIn(): Promise<void> {
  if (await removeServiceWorkers()) return location.reload();
  const key = loginKey();
  if (key !== undefined) {
    // The key does not stay in the address and the browser's history.
    history.replaceState(null, "", location.pathname);
    await exchange(key);
  }
  if (token === null) await askOtherTabs();
  hasAccess.value = token !== null;
  tabs.onmessage = ({ data }) => {
    if (data === QUESTION && token !== null) tabs.postMessage({ token });
    // An answer that came late, for example from a tab in the background.
    else if (data?.token && token === null) {
      keep(data.token);
      location.reload();
    }
  };
}

/** Another program on this port may have left one, which would see the token; returns whether it controls this load. */
async function removeServiceWorkers(): Promise<boolean> {
  const workers = navigator.serviceWorker;
  for (const registration of (await workers?.getRegistrations()) ?? []) await registration.unregister();
  return workers?.controller != null;
}

export async function fetchApi(path: string, options: RequestInit = {}): Promise<Response> {
  const headers = {
    "x-oldhand-page": pageId,
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(options.body !== undefined && { "content-type": "application/json" }),
  };
  const answer = await fetch(`/api/${path}`, { ...options, headers });
  // The token belongs to a server that has stopped.
  if (answer.status === 401 && path !== "login") {
    token = null;
    withStorage((storage) => storage.removeItem(STORED_AS));
    hasAccess.value = false;
  }
  return answer;
}

async function exchange(key: string): Promise<void> {
  try {
    const answer = await fetchApi("login", { method: "POST", body: JSON.stringify({ key }) });
    const json = await answer.json();
    if (answer.ok) keep(json.token);
    else loginProblem.value = json.error.message;
  } catch {
    loginProblem.value = "The server did not answer. Check that `oldhand ui` is still running.";
  }
}

function keep(given: string): void {
  token = given;
  withStorage((storage) => storage.setItem(STORED_AS, given));
}

async function askOtherTabs(): Promise<void> {
  await new Promise<void>((resolve) => {
    tabs.onmessage = ({ data }) => {
      if (!data?.token) return;
      keep(data.token);
      resolve();
    };
    tabs.postMessage(QUESTION);
    setTimeout(resolve, ANSWER_MS);
  });
}

/** A browser that blocks site data throws here; the tab then has access until its next reload. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
