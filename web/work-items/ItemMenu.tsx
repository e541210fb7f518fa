import { Archive, ArchiveRestore, Link2, Maximize2, MoreHorizontal, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { canArchiveWorkItem } from '#common/work-items/rules.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { useTranslation } from '../locales/i18n.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuItem } from '../ui/MenuItem.tsx'
import { toast } from '../ui/toast.ts'
import { deleteWorkItem, pathOf } from './actions.ts'
import { archiveWorkItem, restoreFromArchive } from './archive.ts'
import { useCanArchive, useCanDelete } from './may.ts'

interface ItemMenuProps {
  row: WorkItemRow
  /** The item leaves what is shown: it was deleted, archived or restored. */
  onGone?: () => void
  className?: string
}

/** What can be done with an item as a whole: in the peek, on its own page and on rows of the archive. */
export function ItemMenu({ row, onGone, className }: ItemMenuProps) {
  const { t } = useTranslation()
  const canDelete = useCanDelete(row)
  const canArchive = useCanArchive(row)
  const mayLeave = canArchiveWorkItem(row)
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(pathOf(row), location.origin).href)
    toast.ok(t('workItems.linkCopied'))
  }
  const leaving = (action: (id: string) => Promise<void>) => () => {
    onGone?.()
    void action(row.id)
  }
  return (
    <Menu
      align="end"
      trigger={<IconButton className={className} label={t('workItems.actions')} icon={<MoreHorizontal />} />}
    >
      <MenuItem icon={<Link2 />} onSelect={() => void copy()}>
        {t('workItems.copyLink')}
      </MenuItem>
      <MenuItem icon={<Maximize2 />} link={<Link to={pathOf(row)} />}>
        {t('workItems.openFully')}
      </MenuItem>
      {canArchive && row.archived_at !== null && (
        <MenuItem icon={<ArchiveRestore />} onSelect={leaving(restoreFromArchive)}>
          {t('workItems.restore')}
        </MenuItem>
      )}
      {canArchive && row.archived_at === null && (
        <MenuItem
          icon={<Archive />}
          disabled={!mayLeave}
          hint={mayLeave ? undefined : t('workItems.archiveOnlyOver')}
          onSelect={leaving(archiveWorkItem)}
        >
          {t('workItems.archive')}
        </MenuItem>
      )}
      {canDelete && (
        <MenuItem danger icon={<Trash2 />} onSelect={leaving(deleteWorkItem)}>
          {t('workItems.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}
