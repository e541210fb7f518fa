import type { Editor } from '@tiptap/core'
import { useAtomValue } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { useMediaQuery } from '../../platform/ui/use-media-query.ts'
import { commentsPaneOpenAtom } from './comments/atoms.ts'

/** True if the user wants the outline column. Null until the user decides. The browser stores the choice. */
export const outlineColumnAtom = atomWithStorage<boolean | null>('page-outline-column', null, undefined, {
  getOnInit: true,
})

/** Until the user decides, the column is shown only for pages that had at least this number of headings when they were opened. */
const leastHeadings = 3

/**
 * Returns whether the outline column is shown. Returns null if the window has no room for it, and before the editor
 * has loaded.
 */
export function useOutlineColumn(editor: Editor | null): boolean | null {
  const choice = useAtomValue(outlineColumnAtom)
  const hasComments = useAtomValue(commentsPaneOpenAtom)
  const isWide = useMediaQuery('(min-width: 80rem)')
  const isVeryWide = useMediaQuery('(min-width: 100rem)')
  if (editor === null || !(hasComments ? isVeryWide : isWide)) return null
  return choice ?? openedWithManyHeadings(editor)
}

/** The answer for each editor, so that a heading that a user types does not move the text under the caret. */
const hadManyHeadings = new WeakMap<Editor, boolean>()

function openedWithManyHeadings(editor: Editor): boolean {
  const had = hadManyHeadings.get(editor) ?? hasManyHeadings(editor)
  hadManyHeadings.set(editor, had)
  return had
}

function hasManyHeadings({ state }: Editor): boolean {
  let count = 0
  state.doc.descendants((node) => {
    if (node.type.name === 'heading' && node.content.size > 0) count++
    return count < leastHeadings && !node.isTextblock
  })
  return count >= leastHeadings
}
