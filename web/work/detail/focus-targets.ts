/** Attributes by which keyboard handlers find the title and the description of a shown item. */
export const itemTitleAttribute = { 'data-part': 'title' }
export const itemDescriptionAttribute = { 'data-part': 'text' }

/** Focuses the title: its edit button, or the heading if the user cannot edit the title. */
export function focusTitle(root: Element | null): void {
  titleFocusTarget(root)?.focus({ preventScroll: true })
}

/**
 * Returns the element to focus for the title: the edit button, or the heading if the user cannot edit the
 * title.
 */
export function titleFocusTarget(root: Element | null): HTMLElement | null {
  const title = root?.querySelector<HTMLElement>('[data-part="title"]')
  return title?.querySelector('button') ?? title ?? null
}

/** Number of frames to wait for a description that is still loading. */
const maxFrames = 300

/** Puts the caret at the end of the description as soon as it is editable. Returns false if it cannot be edited. */
export function focusDescription(root: Element | null, left = maxFrames): boolean {
  const text = root?.querySelector<HTMLElement>('[data-part="text"]')
  if (!text?.isConnected) return false
  const editor = text.querySelector<HTMLElement>('[contenteditable="true"]')
  if (editor === null) {
    const isReadOnly = text.querySelector('[role="textbox"][aria-readonly="true"]') !== null
    if (left > 0 && !isReadOnly) requestAnimationFrame(() => focusDescription(root, left - 1))
    return !isReadOnly
  }
  editor.focus()
  const selection = getSelection()
  selection?.selectAllChildren(editor)
  selection?.collapseToEnd()
  editor.scrollIntoView({ block: 'nearest' })
  return true
}
