/** What runs now, as the server tells it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { API, type RunningView } from "../data.ts";

/** `changed`: called when something begins or is over. The browser opens a lost stream again by itself. */
export function useProgress(changed: () => void): readonly RunningView[] {
  const [running, setRunning] = useState<readonly RunningView[]>([]);
  const onChange = useRef(changed);
  onChange.current = changed;
  useEffect(() => {
    const source = new EventSource(API.progress);
    let before = "[]";
    source.addEventListener("progress", (event) => {
      const now = JSON.parse((event as MessageEvent<string>).data) as readonly RunningView[];
      setRunning(now);
      const keys = JSON.stringify(now.map(({ key }) => key));
      if (keys !== before) onChange.current();
      before = keys;
    });
    return () => source.close();
  }, []);
  return running;
}
