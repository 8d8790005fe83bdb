/** The session of one annotator: acts go out one after the other, and again until the server has them. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { LabelAct, LabelFacts } from "../../label-desk.ts";
import { fetchNext, fetchProgress, PutOffError, RefusedError, sendAct } from "./api.ts";
import { keepActs, keptActs } from "./kept.ts";
import { acted, type LabelSession, refused, saved, startSession, undone } from "./session.ts";

/** Milliseconds between two tries, and between two looks at what others did. */
const AGAIN = 2000;
const LOOK = 5000;

const troubleOf = (error: unknown): string =>
  error instanceof PutOffError ? error.message : "the server does not answer";

export interface UsedSession {
  readonly session: LabelSession | undefined;
  /** Why there is none yet. */
  readonly trouble: string | undefined;
  act(said: Pick<LabelAct, "value" | "skip" | "comment">): void;
  undo(): void;
  /** Takes note of refused acts. */
  dismiss(): void;
}

export function useSession({ file }: LabelFacts, by: string): UsedSession {
  const [session, setSession] = useState<LabelSession>();
  const [trouble, setTrouble] = useState<string>();
  const latest = useRef<LabelSession | undefined>(undefined);
  const sending = useRef(false);
  const change = (next: LabelSession): void => {
    latest.current = next;
    setSession(next);
    keepActs(file, by, next.unsaved);
  };

  async function send(): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    try {
      for (let act = latest.current?.unsaved[0]; act !== undefined; act = latest.current?.unsaved[0]) {
        try {
          const turn = await sendAct(act);
          change(saved(latest.current!, turn));
        } catch (error) {
          if (!(error instanceof RefusedError)) throw error;
          change(refused(latest.current!, error.message));
        }
      }
    } catch (error) {
      change({ ...latest.current!, trouble: troubleOf(error) });
    } finally {
      sending.current = false;
    }
  }

  useEffect(() => {
    let ended = false;
    const start = (): void => {
      fetchNext(by).then(
        (turn) => {
          if (ended) return;
          setTrouble(undefined);
          change(startSession(by, turn, keptActs(file, by)));
          void send();
        },
        (error: unknown) => {
          if (!ended) setTrouble(error instanceof Error ? error.message : String(error));
        },
      );
    };
    start();
    const again = setInterval(() => {
      if (latest.current === undefined) start();
      else if (latest.current.unsaved.length > 0) void send();
    }, AGAIN);
    const look = setInterval(() => {
      if (latest.current === undefined || latest.current.unsaved.length > 0 || document.hidden) return;
      fetchProgress().then(
        (progress) => {
          // An answer that was overtaken by a label is of no use.
          if (!ended && latest.current!.unsaved.length === 0)
            change({ ...latest.current!, trouble: undefined, progress });
        },
        (error: unknown) => {
          if (!ended) change({ ...latest.current!, trouble: troubleOf(error) });
        },
      );
    }, LOOK);
    const online = (): void => void send();
    const leave = (event: BeforeUnloadEvent): void => {
      if ((latest.current?.unsaved.length ?? 0) > 0) event.preventDefault();
    };
    addEventListener("online", online);
    addEventListener("beforeunload", leave);
    return () => {
      ended = true;
      clearInterval(again);
      clearInterval(look);
      removeEventListener("online", online);
      removeEventListener("beforeunload", leave);
    };
  }, [by, file]);

  const told = (next: LabelSession): void => {
    change(next);
    void send();
  };
  return {
    session,
    trouble,
    act: (said) => told(acted(latest.current!, said)),
    undo: () => told(undone(latest.current!)),
    dismiss: () => change({ ...latest.current!, refused: [] }),
  };
}
