/** The pages as the server sends them. The client fills the first, and reads all it shows from the interface. */

export const SCRIPT = "/assets/dashboard.js";
export const STYLE = "/assets/dashboard.css";

const head = (more: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Goldie</title>
<link rel="icon" href="data:,">
${more}</head>`;

export const APP_PAGE = `${head(`<link rel="stylesheet" href="${STYLE}">
<script src="${SCRIPT}" defer></script>
`)}
<body>
<div id="app"></div>
<noscript>The dashboard needs JavaScript. goldie report writes a page whose summary works without it.</noscript>
</body>
</html>
`;

/** For whoever has no session. The link helps those who came through a link of another site: browsers withhold the cookie from that one request. */
export const closedPage = (what: string, fix: string): string => `${head("")}
<body>
<h1>Goldie</h1>
<p>This page could not be opened: ${what}.</p>
<p>To open it, ${fix}. If you just did, <a href="/">continue here</a>.</p>
</body>
</html>
`;
