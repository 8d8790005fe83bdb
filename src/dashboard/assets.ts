/** The client as it is served. */
import type { DashboardAssets } from "./routes.ts";

export const assets: DashboardAssets = {
  script: { text: 'document.getElementById("app").textContent = "Goldie";', hash: "none" },
  style: { text: "", hash: "none" },
};
