/** Fields that look something up or prove who one is: what is typed there is no text that somebody could lose. */
const passing =
  '[type=password], [type=search], [type=checkbox], [type=radio], [type=file], [role=combobox], [role=searchbox], [autocomplete=one-time-code], [readonly]'

/** What each text field of a window held when it first got the focus. */
export type FirstTexts = Map<Element, string>

/** Remembers the text of a field that gets the focus, before anything is typed there. */
export function noteFirstText(texts: FirstTexts, field: Element): void {
  const text = textOf(field)
  if (text !== null && !texts.has(field)) texts.set(field, text)
}

/** Whether a field that is still on the screen holds another text than at first. */
export function hasTypedText(texts: FirstTexts): boolean {
  return [...texts].some(([field, first]) => field.isConnected && textOf(field)?.trim() !== first.trim())
}

function textOf(field: Element): string | null {
  if (field.matches(passing)) return null
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  return field instanceof HTMLElement && field.isContentEditable ? field.textContent : null
}
