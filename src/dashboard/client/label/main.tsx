/** The script of the label page. */
import { render } from "preact";
import { fetchFacts } from "./api.ts";
import { LabelPage } from "./label-page.tsx";

const app = document.getElementById("app");
if (app !== null) {
  document.title = "Goldie: labels";
  fetchFacts().then(
    (facts) => render(<LabelPage facts={facts} />, app),
    (error: unknown) =>
      render(
        <main class="page">
          <h1>Labels</h1>
          <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
        </main>,
        app,
      ),
  );
}
