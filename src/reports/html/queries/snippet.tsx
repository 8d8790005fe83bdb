/** A piece of text with its matches marked. */
import type { Snippet } from "../../view/model.ts";

export function SnippetText({ snippet }: { readonly snippet: Snippet }) {
  const { text, cut, marks } = snippet;
  const parts: preact.ComponentChild[] = [];
  let end = 0;
  for (const [from, to, kind] of marks) {
    if (from < end || to <= from) continue;
    parts.push(text.slice(end, from));
    parts.push(
      <mark key={from} class={kind}>
        {text.slice(from, to)}
      </mark>,
    );
    end = to;
  }
  return (
    <>
      {cut[0] && "…"}
      {parts}
      {text.slice(end)}
      {cut[1] && "…"}
    </>
  );
}
