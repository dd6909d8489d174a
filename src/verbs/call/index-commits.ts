/** Reads the commits of the project's repository into the index, the newest first, in bounded steps. */
import { screen } from "../../core/screen/clean.ts";
import { forgottenRows } from "../../store/forget/forgotten-phrases.ts";
import { type CommitsRead, commitsOf } from "../../store/index/passages/commits.ts";
import { shippedEmbedder } from "../../store/piece-table.ts";
import { findGit, headOf } from "../../system/project/git-directory.ts";
import { commitLog, commitNamed, type GitCommit } from "../../system/run/git.ts";
import type { CallContext } from "./call-context.ts";

const BATCH = 200;
/** Older ones are rarely asked about. */
const MOST_COMMITS = 20_000;
/** As long as one piece of a text: a longer message tells more than is searched. */
const MOST_CHARS = 900;
const MOST_FILES = 20;

/** Worktrees and branches that are changed between: what they share is not read again. */
const MOST_HEADS = 8;

/** Whether a branch moved, or the history was not read to its end. Reads a few small files. */
export function hasUnreadCommits(call: CallContext): boolean {
  const place = repositoryOf(call);
  if (place === undefined) return false;
  const state = commitsOf(call.store.index).state(place.project);
  return (
    state === undefined || (state.queue.length > 0 && state.isStuck !== true) || state.marks[place.root] !== place.mark
  );
}

/** Nothing is started while no branch moved and everything was read. What git does not answer stays in the queue. */
export function indexCommits(call: CallContext, { isOver }: { readonly isOver: () => boolean }): void {
  const place = repositoryOf(call);
  if (place === undefined) return;
  const { project, root, commonDir, name, mark } = place;
  const commits = commitsOf(call.store.index);
  const asking = { env: call.env.variables };
  let state: CommitsRead = commits.state(project) ?? { marks: {}, heads: [], queue: [] };
  if (state.marks[root] !== mark) {
    const head = commitNamed(commonDir, name, asking) ?? commitNamed(commonDir, "HEAD", asking);
    if (head === undefined) return;
    const known = state.heads.filter((one) => one !== head);
    const isNew = known.length === state.heads.length;
    state = {
      marks: Object.fromEntries([...Object.entries(state.marks), [root, mark]].slice(-MOST_HEADS)),
      heads: [head, ...known].slice(0, MOST_HEADS),
      queue: isNew ? [{ tips: [head], known, left: MOST_COMMITS }, ...state.queue] : state.queue,
    };
    commits.add(project, [], state);
  }
  while (state.queue.length > 0 && state.isStuck !== true && !isOver()) {
    const [{ tips, known, left } = { tips: [], known: [], left: 0 }, ...others] = state.queue;
    const page = commitLog(commonDir, { tips, known, most: Math.min(BATCH, left) }, asking);
    if (page === undefined) {
      commits.add(project, [], { ...state, isStuck: true });
      return;
    }
    const { walked, next } = page;
    const rest = left - walked;
    state = { ...state, queue: next.length > 0 && rest > 0 ? [{ tips: next, known, left: rest }, ...others] : others };
    commits.add(project, page.commits.flatMap(readable(call)), state);
  }
}

function repositoryOf({ project }: CallContext) {
  const commonDir = project === undefined ? undefined : findGit([project.root])?.commonDir;
  if (project === undefined || commonDir === undefined) return undefined;
  return { project: project.id, root: project.root, commonDir, ...headOf(project.root, commonDir) };
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
