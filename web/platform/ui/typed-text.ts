/** Fields for searches and passwords: nobody minds losing what they typed there. */
const passing =
  '[type=password], [type=search], [type=checkbox], [type=radio], [type=file], [role=combobox], [role=searchbox], [autocomplete=one-time-code], [readonly]'

/** The value of each text field of a dialog when the field first got the focus. */
export type FirstTexts = Map<Element, string>

/** Remembers the text of a field that gets the focus, before anything is typed there. */
export function noteFirstText(texts: FirstTexts, field: Element): void {
  const text = textOf(field)
  if (text !== null && !texts.has(field)) texts.set(field, text)
}

/** True when the value of a field that is still on the screen has changed. */
export function hasTypedText(texts: FirstTexts): boolean {
  return [...texts].some(([field, first]) => field.isConnected && textOf(field)?.trim() !== first.trim())
}

function textOf(field: Element): string | null {
  if (field.matches(passing)) return null
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  return field instanceof HTMLElement && field.isContentEditable ? field.textContent : null
}
