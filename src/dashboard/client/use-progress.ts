/** What runs now, as the server tells it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { API, type RunningView } from "../data.ts";

/** `changed`: called when something begins or is over. The browser opens a lost stream again by itself. */
export function useProgress(changed: () => void): readonly RunningView[] {
  const [running, setRunning] = useState<readonly RunningView[]>([]);
  const onChange = useRef(changed);
  onChange.current = changed;
  useEffect(() => {
    let source: EventSource | undefined;
    let before = "[]";
    const hear = (event: Event): void => {
      const now = JSON.parse((event as MessageEvent<string>).data) as readonly RunningView[];
      setRunning(now);
      const keys = JSON.stringify(now.map(({ key }) => key));
      if (keys !== before) onChange.current();
      before = keys;
    };
    // A browser has six connections to a server for all its tabs: those that nobody looks at give theirs back.
    const follow = (): void => {
      source?.close();
      source = document.hidden ? undefined : new EventSource(API.progress);
      source?.addEventListener("progress", hear);
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      source?.close();
    };
  }, []);
  return running;
}
