/** The client as it is served. */
import script from "./client/main.tsx?bundle";
import style from "./client/style.css?bundle";
import type { DashboardAssets } from "./routes.ts";

export const assets: DashboardAssets = { script, style };
