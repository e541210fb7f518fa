import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { ItemDates } from './geometry.ts'

/** The block that is being moved, with the dates that it would have. */
export const draggedDatesAtom = atom<(ItemDates & { id: string }) | null>(null)

/** Id of the item whose row or block is hovered or focused. */
export const hoveredGanttItemAtom = atom<string | null>(null)

export function useDatesPreview(id: string): ItemDates | null {
  return useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const preview = get(draggedDatesAtom)
          return preview?.id === id ? preview : null
        }),
      [id],
    ),
  )
}

export function useIsItemHovered(id: string): boolean {
  return useAtomValue(useMemo(() => atom((get) => get(hoveredGanttItemAtom) === id), [id]))
}
