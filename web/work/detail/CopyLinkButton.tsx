import { Link2 } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { itemCopyActions, itemCopyShortcuts } from '../work-items/copy.ts'

/** Copies the link to an item. Narrow screens offer it only in the menu of the item. */
export function CopyLinkButton({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  return (
    <span className="contents max-sm:hidden">
      <IconButton
        label={t('workItems.copy.link')}
        keys={itemCopyShortcuts.link}
        icon={<Link2 />}
        onClick={() => void itemCopyActions.link([row])}
      />
    </span>
  )
}
