/** A script or style for the browser as text, with its SHA-256 in base64. Made by scripts/_build/bundled-text.ts. */
declare module "*?bundle" {
  const bundled: { readonly text: string; readonly hash: string };
  export default bundled;
}
