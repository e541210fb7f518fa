import { tables } from '../../platform/app/sync.ts'
import type { SortableRowMoves } from '../../platform/ui/sortable.ts'
import { checkPageNesting, nestPage, pageReordering, unnestPage } from './actions.ts'
import { childPagesOf, pageNestingRefusal } from './tree.ts'

/**
 * Returns the functions that move pages by drag and drop and by keyboard. If the list is sorted by a
 * property, pages can only be nested. In a flat list, pages cannot be nested by keyboard.
 */
export function createPageMoves(
  projectId: string | null,
  { isManualOrder, isFlat }: { isManualOrder: boolean; isFlat: boolean },
): SortableRowMoves {
  const find = (id: string) => tables.pages.get(id)
  return {
    step: (id, by) => isManualOrder && pageReordering.step(id, by),
    canMoveBeside: () => isManualOrder,
    moveBeside(id, near, edge) {
      const above = find(find(near)?.parent ?? '')
      if (above === undefined || checkPageNesting(find(id), above))
        void pageReordering.moveBeside(id, near, edge)
    },
    // Also allows a drop that would nest the page too deep or make it private. Such a drop fails, but an
    // error then explains the reason. All other invalid drops, such as on a descendant, are not offered.
    canNest(id, parent) {
      const refusal = pageNestingRefusal(find(id), find(parent))
      return refusal === null || refusal === 'too_deep' || refusal === 'private'
    },
    nest(id, parent) {
      const page = find(id)
      if (page) void nestPage(page, parent)
    },
    ...(!isFlat && {
      indent(id: string, by: 1 | -1) {
        const page = find(id)
        if (page === undefined) return
        if (by === -1) return void unnestPage(page)
        const beside = childPagesOf(projectId, page.parent)
        const above = beside[beside.findIndex((one) => one.id === id) - 1]
        if (above) void nestPage(page, above.id)
      },
    }),
  }
}
