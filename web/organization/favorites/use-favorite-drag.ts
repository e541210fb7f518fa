import { type RefObject, useEffect, useState } from 'react'
import { store, tables } from '../../platform/app/sync.ts'
import type { Favorite } from '../../platform/sync/tables.ts'
import { withDrag } from '../../platform/ui/with-drag.ts'
import { moveToFolder, placeFavorite } from './actions.ts'
import { favoritesInAtom } from './atoms.ts'

const kind = 'favorite'

/** Where a favourite would be dropped on a row: above or below it, or into it when it is a folder. */
export type DropZone = 'above' | 'below' | 'into'

/** Makes a favourite draggable, and something to drop another one beside or into; by finger its menu moves it. */
export function useFavoriteDrag(
  element: RefObject<HTMLElement | null>,
  favorite: Favorite,
  enabled: boolean,
) {
  const [dragging, setDragging] = useState(false)
  const [zone, setZone] = useState<DropZone | null>(null)
  const { id, parent, is_folder } = favorite
  useEffect(() => {
    const row = element.current
    if (row === null || !enabled) return
    return withDrag(({ combine, draggable, dropTargetForElements }) =>
      combine(
        draggable({
          element: row,
          getInitialData: () => ({ kind, id, isFolder: is_folder }),
          onDragStart: () => setDragging(true),
          onDrop: () => setDragging(false),
        }),
        dropTargetForElements({
          element: row,
          // A folder is in no other.
          canDrop: ({ source: { data } }) =>
            data['kind'] === kind && data['id'] !== id && !(data['isFolder'] === true && parent !== null),
          getData: ({ input, source, element: target }) => {
            const { top, height } = target.getBoundingClientRect()
            const takes = is_folder && source.data['isFolder'] !== true
            return { zone: zoneAt((input.clientY - top) / height, takes) }
          },
          onDrag: ({ self }) => setZone(zoneOf(self.data)),
          onDragLeave: () => setZone(null),
          onDrop: ({ self, source }) => {
            setZone(null)
            const moved = tables.favorites.get(String(source.data['id']))
            const there = zoneOf(self.data)
            if (moved !== undefined && there !== null) drop(moved, there, { id, parent })
          },
        }),
      ),
    )
  }, [element, id, parent, is_folder, enabled])
  return { dragging, zone }
}

function drop(moved: Favorite, zone: DropZone, { id, parent }: Pick<Favorite, 'id' | 'parent'>): void {
  if (zone === 'into') return void moveToFolder(moved, id)
  const others = store.get(favoritesInAtom(parent)).filter((one) => one.id !== moved.id)
  const at = others.findIndex((one) => one.id === id)
  if (at >= 0) void placeFavorite(moved, parent, zone === 'above' ? at : at + 1)
}

function zoneAt(height: number, takes: boolean): DropZone {
  if (takes && height > 0.3 && height < 0.7) return 'into'
  return height < 0.5 ? 'above' : 'below'
}

function zoneOf(data: Record<string | symbol, unknown>): DropZone | null {
  const zone = data['zone']
  return zone === 'above' || zone === 'below' || zone === 'into' ? zone : null
}
