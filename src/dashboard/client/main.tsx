/** The script of the dashboard. */
import { render } from "preact";
import { Dashboard } from "./dashboard.tsx";

const app = document.getElementById("app");
if (app !== null) render(<Dashboard />, app);
