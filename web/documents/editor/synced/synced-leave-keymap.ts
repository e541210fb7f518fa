import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import type { SyncedLeaveTarget } from './synced-views.ts'

/** Moves the caret out of the editor of a synced block by keyboard. All other handlers of the keys take precedence. */
export function syncedLeaveKeymap(leave: (to: SyncedLeaveTarget) => void) {
  return Extension.create({
    name: 'leaveSyncedBlock',
    priority: 1,
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handleKeyDown(view, event) {
            const to = leaveTargetOf(view, event)
            if (to !== null) leave(to)
            return to !== null
          },
        },
      }),
    ],
  })
}

/**
 * Returns where the caret leaves a part of a document: with Escape, or with an arrow key from the first or last line.
 * Returns null for other keys.
 */
function leaveTargetOf(view: EditorView, event: KeyboardEvent): SyncedLeaveTarget | null {
  const key = pressedKey(event)
  const { selection, doc } = view.state
  if (key === 'Escape') return 'whole'
  if (event.shiftKey || !selection.empty) return null
  const isFirst = selection.$from.index(0) === 0 && view.endOfTextblock('up')
  const isLast = selection.$from.index(0) === doc.childCount - 1 && view.endOfTextblock('down')
  if (key === 'ArrowUp') return isFirst ? 'before' : null
  return key === 'ArrowDown' && isLast ? 'after' : null
}
