import { t } from '../../../locales/i18n.ts'
import type { PaletteSubject } from '../../../platform/shell/palette-state.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { formatItemKey, getItemTitle } from '../../work-items/actions.ts'
import { settableProperties } from '../properties/registry.ts'
import { lazyItemActions } from './lazy-item-actions.ts'
import { loadedItemRows } from './send-many.ts'
import type { ActionTargets } from './targets.ts'

/**
 * Returns the items that shortcuts act on and their actions, for display in the command palette. Returns null
 * if none of the items is loaded.
 */
export function createPaletteSubject(
  { ids, anchor }: ActionTargets,
  onDeleted?: () => void,
): PaletteSubject | null {
  const rows = loadedItemRows(ids)
  const [first] = rows
  if (first === undefined) return null
  return {
    name:
      rows.length === 1
        ? first.is_draft
          ? getItemTitle(first)
          : formatItemKey(first)
        : t('workItems.count', { count: rows.length }),
    actions: (
      <LazyComponent
        part={lazyItemActions}
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
