/** Server-sent events: how far commands are, as long as a page listens. */
import type { DashboardData } from "./data.ts";

/** A connection that says nothing for minutes is cut by what lies between. */
const ALIVE_MS = 15_000;

export interface EventStreams {
  readonly most: number;
  /** A stream for a page; undefined where there are too many. */
  open(): ReadableStream<Uint8Array> | undefined;
  close(): void;
}

export function createEventStreams(data: Pick<DashboardData, "progress">, most: number): EventStreams {
  const encoder = new TextEncoder();
  const open = new Set<() => void>();
  return {
    most,
    open() {
      if (open.size >= most) return undefined;
      let end = (): void => {};
      /** For a page that is slow to read: the newest state replaces those before. */
      let waiting: string | undefined;
      return new ReadableStream<Uint8Array>({
        start(out) {
          const send = (text: string): void => {
            if ((out.desiredSize ?? 0) > 0) out.enqueue(encoder.encode(text));
            else waiting = text;
          };
          const stop = data.progress((running) => {
            send(`event: progress\ndata: ${JSON.stringify(running)}\n\n`);
          });
          const alive = setInterval(() => {
            if (waiting === undefined) send(":\n\n");
          }, ALIVE_MS);
          const finish = (): void => {
            end();
            out.close();
          };
          end = () => {
            clearInterval(alive);
            stop();
            open.delete(finish);
          };
          open.add(finish);
        },
        pull(out) {
          if (waiting !== undefined) out.enqueue(encoder.encode(waiting));
          waiting = undefined;
        },
        cancel: () => end(),
      });
    },
    close() {
      for (const finish of open) finish();
    },
  };
}
