/** Text with what stands between backticks as code; never as HTML. */
import { visible } from "./format.ts";

export function InlineCode({ text }: { readonly text: string }) {
  const parts = visible(text).split(/`([^`\n]+)`/);
  return <>{parts.map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>;
}
