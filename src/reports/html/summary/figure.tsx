import type { ComponentChildren } from "preact";

interface FigureProps {
  readonly title: string;
  readonly caption?: string | undefined;
  readonly children: ComponentChildren;
}

/** A part of the summary, with its heading. */
export function Figure({ title, caption, children }: FigureProps) {
  return (
    <section class="figure">
      <h2>{title}</h2>
      {caption === undefined ? null : <p class="caption">{caption}</p>}
      {children}
    </section>
  );
}
