/** A part of a view that a server has to be asked for: only when the person opens it, and again at a click. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { visible } from "../../components/format.ts";
import { post } from "../../state/api.ts";
import type { Space } from "./space-panel.tsx";

type Props<T> = {
  readonly title: string;
  readonly path: string;
  readonly space: Space;
  readonly children: (answer: T, askAgain: () => void) => ComponentChildren;
};

type State<T> = { readonly isAsking: boolean; readonly answer?: T; readonly problem?: string };

export function AskedPart<T>({ title, path, space, children }: Props<T>) {
  const [state, setState] = useState<State<T>>({ isAsking: false });
  const ask = async (): Promise<void> => {
    setState((before) => ({ ...before, isAsking: true }));
    try {
      setState({ isAsking: false, answer: await post<T>(path, { space: space.id }) });
    } catch (error) {
      setState({ isAsking: false, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  const { isAsking, answer, problem } = state;
  return (
    <details
      class="asked"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void ask();
      }}
    >
      <summary>{title}</summary>
      {isAsking && answer === undefined && (
        <p class="muted" role="status">
          Asking {visible(space.url)} …
        </p>
      )}
      {!isAsking && problem !== undefined && (
        <div role="alert">
          <p class="warning">{visible(problem)} What is on this machine can be used without the server.</p>
          <button type="button" onClick={() => void ask()}>
            Ask again
          </button>
        </div>
      )}
      {answer !== undefined && children(answer, () => void ask())}
    </details>
  );
}
