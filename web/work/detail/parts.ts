/** How keys find the parts of a shown item. */
export const titlePart = { 'data-part': 'title' }
export const textPart = { 'data-part': 'text' }

/** Gives the focus to the title, which nobody types into yet; to where it stands for whoever may not write it. */
export function focusTitle(root: Element | null): void {
  titleStop(root)?.focus({ preventScroll: true })
}

/** What has the focus when the title has it. */
export function titleStop(root: Element | null): HTMLElement | null {
  const title = root?.querySelector<HTMLElement>('[data-part="title"]')
  return title?.querySelector('button') ?? title ?? null
}

/** Frames within which a text that is on its way takes the caret. */
const framesToLoad = 300

/** Puts the caret behind the description, as soon as it can be written. Answers false where it cannot. */
export function writeText(root: Element | null, left = framesToLoad): boolean {
  const text = root?.querySelector<HTMLElement>('[data-part="text"]')
  if (!text?.isConnected) return false
  const editor = text.querySelector<HTMLElement>('[contenteditable="true"]')
  if (editor === null) {
    const isReadOnly = text.querySelector('[role="textbox"][aria-readonly="true"]') !== null
    if (left > 0 && !isReadOnly) requestAnimationFrame(() => writeText(root, left - 1))
    return !isReadOnly
  }
  editor.focus()
  const selection = getSelection()
  selection?.selectAllChildren(editor)
  selection?.collapseToEnd()
  editor.scrollIntoView({ block: 'nearest' })
  return true
}
