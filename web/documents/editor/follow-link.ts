import type { EditorView } from '@tiptap/pm/view'
import { isSafeHref } from '#common/documents/content/links.ts'

/**
 * Handles clicks on links in an editable text: a plain click places the caret, and Ctrl or ⌘ opens the link.
 */
export function followLink(view: EditorView, _position: number, event: MouseEvent): boolean {
  if (!view.editable || !(event.metaKey || event.ctrlKey) || !(event.target instanceof Element)) return false
  const href = event.target.closest('a')?.getAttribute('href')
  if (!isSafeHref(href)) return false
  window.open(href, '_blank', 'noopener,noreferrer')
  return true
}
