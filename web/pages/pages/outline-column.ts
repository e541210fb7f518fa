import type { Editor } from '@tiptap/core'
import { useAtomValue } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { useCallback, useSyncExternalStore } from 'react'
import { useMediaQuery } from '../../platform/ui/use-media-query.ts'
import { commentsPaneOpenAtom } from './comments/atoms.ts'

/** True if the user wants the outline column. Null until the user decides. The browser stores the choice. */
export const outlineColumnAtom = atomWithStorage<boolean | null>('page-outline-column', null, undefined, {
  getOnInit: true,
})

/** Until the user decides, the column is shown only for pages with at least this number of headings. */
const leastHeadings = 3

/**
 * Returns whether the outline column is shown. Returns null if the window has no room for it, and before the editor
 * has loaded.
 */
export function useOutlineColumn(editor: Editor | null): boolean | null {
  const choice = useAtomValue(outlineColumnAtom)
  const hasManyHeadings = useHasManyHeadings(editor)
  const hasComments = useAtomValue(commentsPaneOpenAtom)
  const isWide = useMediaQuery('(min-width: 80rem)')
  const isVeryWide = useMediaQuery('(min-width: 100rem)')
  if (editor === null || !(hasComments ? isVeryWide : isWide)) return null
  return choice ?? hasManyHeadings
}

function useHasManyHeadings(editor: Editor | null): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      editor?.on('update', listener)
      return () => void editor?.off('update', listener)
    },
    [editor],
  )
  return useSyncExternalStore(subscribe, () => editor !== null && hasManyHeadings(editor))
}

function hasManyHeadings({ state }: Editor): boolean {
  let count = 0
  state.doc.descendants((node) => {
    if (node.type.name === 'heading' && node.content.size > 0) count++
    return count < leastHeadings && !node.isTextblock
  })
  return count >= leastHeadings
}
