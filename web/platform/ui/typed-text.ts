/**
 * Selector of fields whose content is not a draft, such as searches, passwords, checkboxes and read-only fields. A
 * dialog may lose their content without asking the user.
 */
const passing =
  '[type=password], [type=search], [type=checkbox], [type=radio], [type=file], [role=combobox], [role=searchbox], [autocomplete=one-time-code], [readonly]'

/** The initial value of each text field of a dialog, recorded on first focus. */
export type InitialTexts = Map<Element, string>

/** Records the text of a field on first focus. */
export function recordInitialText(texts: InitialTexts, field: Element): void {
  const text = textOf(field)
  if (text !== null && !texts.has(field)) texts.set(field, text)
}

/** Returns whether the user has changed the text of any recorded field that is still in the document. */
export function hasChangedText(texts: InitialTexts): boolean {
  return [...texts].some(([field, first]) => field.isConnected && textOf(field)?.trim() !== first.trim())
}

function textOf(field: Element): string | null {
  if (field.matches(passing)) return null
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  return field instanceof HTMLElement && field.isContentEditable ? field.textContent : null
}
