/** Is a key meant for the page: neither for a text box, nor for a dialog, the browser or who handled it before? */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isInText(event.target) && document.querySelector("dialog[open]") === null;
}

export const isInText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input:not([type=checkbox]), select, textarea");
