import { atom } from 'jotai'
import { type PointerEvent, type RefObject, useCallback } from 'react'
import type { RelationName } from '#common/work/relations/rules.ts'
import { store, tables } from '../../../../platform/app/sync.ts'
import { addRelation } from '../../../relations/actions.ts'
import { trackPointerDrag } from './follow-pointer.ts'
import { ganttHeaderHeight } from './geometry.ts'
import { type BlockEnd, getRelationBetweenBlockEnds } from './relation-lines.ts'

/** A relation that is being drawn from the end of a block to another block. */
export interface DraggedRelation {
  id: string
  side: BlockEnd
  /** The position of the pointer in screen coordinates. */
  pointer: { x: number; y: number }
  over: { id: string; side: BlockEnd; name: RelationName } | null
}

export const draggedRelationAtom = atom<DraggedRelation | null>(null)

export type BeginRelationDrag = (event: PointerEvent, id: string, side: BlockEnd) => void

/** Creates a relation by drawing a line from one end of a block to an end of another block. */
export function useRelationDrag(
  viewport: RefObject<HTMLElement | null>,
  viewportSide: number,
): BeginRelationDrag {
  return useCallback(
    (event, id, side) => {
      const view = viewport.current
      const row = tables.work_items.get(id)
      if (view === null || row === undefined) return
      const linkAt = (pointer: DraggedRelation['pointer']): DraggedRelation => ({
        id,
        side,
        pointer,
        over: blockAt(pointer, id, side),
      })
      trackPointerDrag(
        event,
        { view, side: viewportSide, top: ganttHeaderHeight },
        {
          onStart: () => {},
          onMove: (pointer) => store.set(draggedRelationAtom, linkAt(pointer)),
          onDrop: (pointer) => {
            const { over } = linkAt(pointer)
            const other = over && tables.work_items.get(over.id)
            if (other) void addRelation(row, over.name, other)
          },
          onEnd: () => store.set(draggedRelationAtom, null),
        },
      )
    },
    [viewport, viewportSide],
  )
}

function blockAt(
  { x, y }: DraggedRelation['pointer'],
  from: string,
  fromSide: BlockEnd,
): DraggedRelation['over'] {
  const frame = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-frame]')
  const id = frame?.dataset['frame']
  if (!frame || id === undefined || id === from) return null
  const { left, width } = frame.getBoundingClientRect()
  const side = x < left + width / 2 ? 'start' : 'end'
  return { id, side, name: getRelationBetweenBlockEnds(fromSide, side) }
}
