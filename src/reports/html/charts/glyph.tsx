/** How a run looks everywhere: by its place a hue and a shape; from the fifth on grey, with its number. */

/** Around 0, 0: circle, triangle, square, diamond. */
const SHAPES = [
  "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0z",
  "M0-4.8L4.8 3.8H-4.8z",
  "M-3.8-3.8h7.6v7.6h-7.6z",
  "M0-5.4L5.4 0L0 5.4L-5.4 0z",
];
/** Dashes of lines: solid, dashed, dotted, dash and dot. */
const DASHES = ["", "6 3", "2 3", "7 3 2 3"];

/** The class that sets `--run` and `--band`. */
export const runClass = (run: number): string => (run < SHAPES.length ? `r${run}` : "rn");

export const runDash = (run: number): string | undefined => DASHES[run % DASHES.length] || undefined;

interface RunMarkProps {
  readonly run: number;
  readonly x: number | string;
  readonly y: number | string;
  /** Where marks are close together; without a number. */
  readonly small?: boolean;
}

/** The shape of a run at a place of a chart; lengths may be percentages. */
export function RunMark({ run, x, y, small = false }: RunMarkProps) {
  const shape = SHAPES[run] ?? (small ? SHAPES[0] : undefined);
  return (
    <svg x={x} y={y} class={runClass(run)} overflow="visible" aria-hidden="true">
      {shape === undefined ? (
        <>
          <circle r="6.5" class="number-ring" />
          <text y="3.5" class="number-text">
            {run + 1}
          </text>
        </>
      ) : (
        <path d={shape} class="run-fill" {...(small ? { transform: "scale(0.6)" } : {})} />
      )}
    </svg>
  );
}

/** The shape of a run in a text. */
export function Glyph({ run }: { readonly run: number }) {
  const size = run < SHAPES.length ? 11 : 15;
  return (
    <svg
      class={`glyph ${runClass(run)}`}
      width={size}
      height={size}
      viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
      aria-hidden="true"
    >
      <RunMark run={run} x={0} y={0} />
    </svg>
  );
}

/** Shape and name of a run; a long name is cut, and whole in its title. */
export function RunName({
  run,
  name,
  note,
}: {
  readonly run: number;
  readonly name: string;
  readonly note?: string;
}) {
  return (
    <span class="run-name">
      <Glyph run={run} />
      <bdi class="cut" dir="auto" title={name}>
        {name}
      </bdi>
      {note === undefined ? null : <span class="muted">{note}</span>}
    </span>
  );
}
