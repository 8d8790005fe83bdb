/** The label page as it is served. */
import style from "./client/label/label.css?bundle";
import script from "./client/label/main.tsx?bundle";
import type { DashboardAssets } from "./routes.ts";

export const labelAssets: DashboardAssets = { script, style };
