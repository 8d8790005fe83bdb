/** The frame of all pages: where the reader is, and what runs now. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Help } from "../../reports/html/queries/help.tsx";
import { type Address, DEFAULT_K, printAddress, RUNS, readAddress } from "./address.ts";
import { fetchProject, fetchRuns } from "./api.ts";
import { isForPage } from "./keys.ts";
import { Running } from "./running.tsx";
import { RunsPage } from "./runs-page.tsx";
import { Loading, Trouble } from "./trouble.tsx";
import { TryPage } from "./try-page.tsx";
import { useLoaded } from "./use-loaded.ts";
import { useProgress } from "./use-progress.ts";
import { ViewPage } from "./view-page.tsx";

/** Keys of the list of runs, and of every page. A page about runs has its own help. */
const KEYS = [
  [["j", "k"], "next or previous run"],
  [["Enter"], "open the run"],
  [["x"], "choose it for a comparison"],
  [["c"], "compare what was chosen"],
  [["/"], "search"],
  [["Esc"], "clear the search"],
  [["g", "r"], "go to the runs, from any page"],
  [["g", "t"], "go to Try it"],
  [["?"], "show this help"],
] as const;

export function Dashboard() {
  const [address, setAddress] = useState(() => readAddress(location.pathname, location.search));
  const [project] = useLoaded("project", fetchProject);
  const [runs, readRuns] = useLoaded("runs", fetchRuns);
  const running = useProgress(readRuns);
  const [help, setHelp] = useState(false);
  const go = (next: Address): void => {
    history.pushState(null, "", printAddress(next));
    setAddress(next);
    scrollTo(0, 0);
  };
  /** The same page, with something else chosen on it. */
  const stay = (next: Address): void => {
    history.replaceState(null, "", printAddress(next));
    setAddress(next);
  };
  const going = useRef(false);
  const onKey = useRef<(event: KeyboardEvent) => void>(() => {});
  onKey.current = (event) => {
    if (!isForPage(event)) return;
    const second = going.current;
    going.current = event.key === "g" && !second;
    if (second && event.key === "r") go(RUNS);
    else if (second && event.key === "t" && canTry) go({ page: "try", question: "", k: DEFAULT_K });
    else if (event.key === "?" && address.page !== "view") setHelp(true);
    else return;
    event.preventDefault();
  };
  useLayoutEffect(() => {
    const onMove = (): void => setAddress(readAddress(location.pathname, location.search));
    // Before the keys of a page: "g r" is not "r".
    const hear = (event: KeyboardEvent): void => onKey.current(event);
    addEventListener("popstate", onMove);
    addEventListener("keydown", hear, true);
    return () => {
      removeEventListener("popstate", onMove);
      removeEventListener("keydown", hear, true);
    };
  }, []);
  // Short runs tell no progress: what a reader comes back to is read anew.
  const read = useRef(readRuns);
  read.current = readRuns;
  const isRuns = address.page === "runs";
  const seen = useRef(isRuns);
  useEffect(() => {
    if (!isRuns) return;
    if (!seen.current) read.current();
    seen.current = false;
    const onFocus = (): void => read.current();
    addEventListener("focus", onFocus);
    return () => removeEventListener("focus", onFocus);
  }, [isRuns]);
  const facts = project.status === "ready" ? project.value : undefined;
  const canTry = (facts?.retrievers?.length ?? 0) > 0;
  useEffect(() => {
    if (address.page !== "view") document.title = `${facts?.name ?? "Runs"} · Goldie`;
  }, [address.page, facts]);
  const link = (to: Address, words: string) => (
    <a
      href={printAddress(to)}
      aria-current={address.page === to.page ? "page" : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
      }}
    >
      {words}
    </a>
  );
  return (
    <div class="page dashboard">
      <header class="top">
        <p class="brand">
          <b>Goldie</b>{" "}
          {facts === undefined ? null : (
            <bdi class="muted cut" title={facts.name}>
              {facts.name}
            </bdi>
          )}
        </p>
        <nav aria-label="Pages">
          {link(RUNS, "Runs")}
          {canTry ? link({ page: "try", question: "", k: DEFAULT_K }, "Try it") : null}
          {facts?.labels === true ? <a href="/label">Labels</a> : null}
        </nav>
      </header>
      {running.length === 0 ? null : <Running running={running} />}
      <main>
        {project.status === "failed" ? <Trouble loaded={project} /> : null}
        {address.page === "runs" ? (
          runs.status === "ready" ? (
            <RunsPage
              runs={runs.value}
              address={address}
              onAddress={stay}
              onOpen={(refs) => go({ page: "view", refs })}
              onNote={readRuns}
            />
          ) : runs.status === "failed" ? (
            <Trouble loaded={runs} again={readRuns} />
          ) : (
            <Loading what="runs" />
          )
        ) : address.page === "view" ? (
          <ViewPage key={JSON.stringify(address.refs)} refs={address.refs} />
        ) : address.page === "try" && canTry ? (
          <TryPage
            project={facts!}
            address={address}
            onAsk={(question, k) => go({ page: "try", question, k })}
          />
        ) : project.status === "loading" ? (
          <Loading what="the project" />
        ) : (
          <p class="muted">There is no such page. {link(RUNS, "Go to the runs")}.</p>
        )}
      </main>
      <Help open={help} onClose={() => setHelp(false)} keys={KEYS} />
    </div>
  );
}
