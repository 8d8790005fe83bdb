/** Shows queries that arrive later, as the dashboard does. The page decides when: it calls `answer` or `refuse`. */
import { render } from "preact";
import { useState } from "preact/hooks";
import { Queries } from "../../src/reports/html/queries/queries.tsx";
import { initialState } from "../../src/reports/html/state.ts";
import type { QueryView, View } from "../../src/reports/view/model.ts";

declare global {
  interface Window {
    show(view: View): void;
    asked: string[];
    answer(query: QueryView): void;
    refuse(words: string): void;
  }
}

window.asked = [];
const load = (id: string) =>
  new Promise<QueryView>((resolve, reject) => {
    window.asked.push(id);
    window.answer = resolve;
    window.refuse = (words) => reject(new Error(words));
  });

function Page({ view }: { readonly view: View }) {
  const [state, onState] = useState(initialState);
  return <Queries {...{ view, state, onState, load }} />;
}

window.show = (view) => render(<Page view={view} />, document.getElementById("app")!);
