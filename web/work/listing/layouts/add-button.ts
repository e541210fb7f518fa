/**
 * Returns the attribute that marks the button that opens the form for new items of a group. The button gets the focus
 * when the form closes.
 */
export function addButtonAttribute(group: string) {
  return { 'data-opens-quick-add': group }
}

export function findAddButton(group: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-opens-quick-add="${CSS.escape(group)}"]`)
}
