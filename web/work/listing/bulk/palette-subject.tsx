import { t } from '../../../locales/i18n.ts'
import type { PaletteSubject } from '../../../platform/shell/palette-state.ts'
import { LazyPart } from '../../../platform/ui/LazyPart.tsx'
import { keyOf } from '../../work-items/actions.ts'
import { settableProperties } from '../properties/registry.ts'
import { itemActions } from './load-item-actions.ts'
import { rowsOf } from './send-many.ts'
import type { Targets } from './targets.ts'

/** Returns the items that shortcuts act on, with their menu items, for the palette. */
export function subjectOf({ ids, anchor }: Targets, onDeleted?: () => void): PaletteSubject | null {
  const rows = rowsOf(ids)
  const [first] = rows
  if (first === undefined) return null
  return {
    name: rows.length === 1 ? keyOf(first) : t('workItems.count', { count: rows.length }),
    actions: (
      <LazyPart
        part={itemActions}
        props={{
          ids,
          anchor: () => anchor,
          properties: settableProperties,
          isInPalette: true,
          ...(onDeleted && { onDeleted }),
        }}
      />
    ),
  }
}
