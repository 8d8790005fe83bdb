/** What runs now, as the server tells it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { API, type RunningView } from "../data.ts";

/** `ended`: called when something that ran is over. The browser opens a lost stream again by itself. */
export function useProgress(ended: () => void): readonly RunningView[] {
  const [running, setRunning] = useState<readonly RunningView[]>([]);
  const onEnd = useRef(ended);
  onEnd.current = ended;
  useEffect(() => {
    const source = new EventSource(API.progress);
    let before: readonly RunningView[] = [];
    source.addEventListener("progress", (event) => {
      const now = JSON.parse((event as MessageEvent<string>).data) as readonly RunningView[];
      const keys = new Set(now.map(({ key }) => key));
      const over = before.some(({ key }) => !keys.has(key));
      before = now;
      setRunning(now);
      if (over) onEnd.current();
    });
    return () => source.close();
  }, []);
  return running;
}
