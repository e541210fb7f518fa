import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Dates } from './geometry.ts'

/** The block that is being moved, with the dates that it would have. */
export const previewAtom = atom<(Dates & { id: string }) | null>(null)

/** Id of the item whose row or block is hovered or focused. */
export const pointedAtom = atom<string | null>(null)

export function usePreview(id: string): Dates | null {
  return useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const preview = get(previewAtom)
          return preview?.id === id ? preview : null
        }),
      [id],
    ),
  )
}

export function useIsPointed(id: string): boolean {
  return useAtomValue(useMemo(() => atom((get) => get(pointedAtom) === id), [id]))
}
