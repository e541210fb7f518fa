import type { LiveBlock } from '#common/documents/content/live-blocks.ts'

/** The maximum number of live blocks in one text that show the work items of the same view. */
const maxShownOfView = 20

/**
 * Returns the live blocks that show only a note, because blocks before them in the text show the same list. A text with
 * many headings or work items and many live blocks would otherwise be too large to render. `blocks` are in the order of
 * the text.
 */
export function findRepeatedLiveBlocks<T extends { block: LiveBlock | null }>(blocks: readonly T[]): Set<T> {
  const counts = new Map<string, number>()
  return new Set(
    blocks.filter(({ block }) => {
      if (block === null) return false
      const list = block.kind === 'items' ? block.view : block.kind
      const count = (counts.get(list) ?? 0) + 1
      counts.set(list, count)
      return count > (block.kind === 'items' ? maxShownOfView : 1)
    }),
  )
}
