/** Reads the commits of the project's repository into the index, the newest first, in bounded steps. */
import { screen } from "../../core/screen/clean.ts";
import { forgottenRows } from "../../store/forget/forgotten-phrases.ts";
import { type CommitsRead, commitsOf } from "../../store/index/passages/commits.ts";
import { shippedEmbedder } from "../../store/piece-table.ts";
import { findGit, headMark } from "../../system/project/git-directory.ts";
import { commitLog, type GitCommit, headCommit } from "../../system/run/git.ts";
import type { CallContext } from "./call-context.ts";

const BATCH = 200;
/** Older ones are rarely asked about. */
const MOST_COMMITS = 20_000;
/** As long as one piece of a text: a longer message tells more than is searched. */
const MOST_CHARS = 900;
const MOST_FILES = 20;

/** Whether the branch moved, or the history was not read to its end. Reads a few small files. */
export function hasUnreadCommits({ store, project }: CallContext): boolean {
  const git = project === undefined ? undefined : findGit([project.root]);
  if (project === undefined || git?.commonDir === undefined) return false;
  const state = commitsOf(store.index).state(project.id);
  return state?.isDone !== true || state.mark !== headMark(project.root, git.commonDir);
}

/** Nothing is started while the branch did not move and everything was read. */
export function indexCommits(call: CallContext, { isOver }: { readonly isOver: () => boolean }): void {
  const { store, project, env } = call;
  const git = project === undefined ? undefined : findGit([project.root]);
  if (project === undefined || git?.commonDir === undefined) return;
  const { commonDir } = git;
  const commits = commitsOf(store.index);
  const mark = headMark(project.root, commonDir);
  const asking = { env: env.variables };
  let state = commits.state(project.id);
  if (state?.mark === mark && state.isDone) return;
  if (state === undefined || state.mark !== mark) {
    const head = headCommit(commonDir, asking);
    if (head === undefined) return;
    const since =
      state === undefined
        ? []
        : commitLog(commonDir, { range: `${state.head}..${head}`, skip: 0, most: BATCH }, asking);
    const from = state ?? { tip: head, read: 0, isDone: false };
    state = { ...from, mark, head };
    commits.add(project.id, since.flatMap(readable(call)), state);
  }
  while (!state.isDone && !isOver()) {
    const found = commitLog(commonDir, { range: state.tip, skip: state.read, most: BATCH }, asking);
    const read = state.read + found.length;
    const next: CommitsRead = { ...state, read, isDone: found.length < BATCH || read >= MOST_COMMITS };
    commits.add(project.id, found.flatMap(readable(call)), next);
    state = next;
  }
}

/** Screened like all other text; what was forgotten does not come back. */
function readable({ store, config }: CallContext) {
  const { holdsPhrase } = forgottenRows(store.tombstones, () => true);
  const embedder = shippedEmbedder(config);
  // The first text that gets vectors decides whose they are.
  if (embedder !== undefined && store.passages.vectors.model() === "") store.passages.vectors.use(embedder.name);
  const isSame = embedder !== undefined && store.passages.vectors.model() === embedder.name;
  const screening = { privatePatterns: config["capture.private"] };
  return ({ hash, atMs, author, message, files }: GitCommit) => {
    const text = screen(message.slice(0, MOST_CHARS), screening).text;
    if (text.trim() === "" || holdsPhrase(text)) return [];
    const reverts = /^This reverts commit ([0-9a-f]{40,64})\b/m.exec(message)?.[1];
    return [
      {
        ...{ hash, atMs, text, author: screen(author, screening).text },
        files: files.slice(0, MOST_FILES).map((file) => screen(file, screening).text),
        ...(reverts !== undefined && { reverts }),
        ...(isSame && { vector: embedder.embedOne(text) }),
      },
    ];
  };
}
