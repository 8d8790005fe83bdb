import type { ComponentChildren } from "preact";

interface PictureProps {
  /** What it shows, for those who do not see it. */
  readonly label: string;
  /** What there is to see in it, in a sentence or two. */
  readonly about?: string;
  readonly class?: string;
  readonly width?: number | string;
  readonly height: number | string;
  /** Only for charts that scale as a whole, with their text. Without it lengths are pixels and percentages. */
  readonly viewBox?: string;
  readonly children: ComponentChildren;
}

/** A chart. A screen reader reads it as one picture. */
export function Picture({ label, about, width = "100%", height, viewBox, children, ...rest }: PictureProps) {
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={viewBox} {...rest}>
      {about === undefined ? null : <desc>{about}</desc>}
      {children}
    </svg>
  );
}

/** Patterns that charts fill with, once on each page. */
export function ChartDefs() {
  return (
    <svg class="defs" width="0" height="0" aria-hidden="true">
      <defs>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" class="hatch-ground" />
          <rect width="2" height="6" class="hatch-line" />
        </pattern>
      </defs>
    </svg>
  );
}
