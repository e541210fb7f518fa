import { MoreHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { lazyItemActions } from './lazy-item-actions.ts'

interface ItemMenuProps {
  row: WorkItemRow
  onDeleted?: () => void
  /** Additional copy actions, for screens that also show the description of the item. */
  copyMore?: ReactNode
  className?: string
}

/** Menu button with the actions of one item, in the side panel, on the item page and in the archive. */
export function ItemMenu({ row, onDeleted, copyMore, className }: ItemMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      align="end"
      trigger={<IconButton className={className} label={t('workItems.actions')} icon={<MoreHorizontal />} />}
    >
      <LazyComponent
        part={lazyItemActions}
        props={{
          ids: [row.id],
          anchor: () => null,
          properties: [],
          copyMore,
          ...(onDeleted && { onDeleted }),
        }}
      />
    </Menu>
  )
}
