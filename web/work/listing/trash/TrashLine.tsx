import { useAtomValue } from 'jotai'
import { MoreHorizontal, Trash2, Undo2 } from 'lucide-react'
import { daysLeftInTrash } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { Avatar } from '../../../platform/ui/Avatar.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { Checkbox } from '../../../platform/ui/Checkbox.tsx'
import { cx } from '../../../platform/ui/cx.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { timeAgo } from '../../../platform/ui/time-ago.ts'
import type { TrashRow } from './TrashList.tsx'

/** If an item is deleted permanently in this number of days or fewer, the remaining time is highlighted. */
const soonGone = 3

interface TrashLineProps {
  row: TrashRow
  isChosen: boolean
  /** Selects or deselects the row. Is null if the user cannot restore the row. */
  onChoose: ((isChosen: boolean) => void) | null
  onRestore: () => void
  onPurge: (() => void) | null
}

export function TrashLine({ row, isChosen, onChoose, onRestore, onPurge }: TrashLineProps) {
  const { t, i18n } = useTranslation()
  const who = useAtomValue(tables.users.rowAtom(row.deleted_by ?? ''))
  const { key, name, below } = row
  // The accessible name distinguishes the lines for screen readers.
  const label = key === undefined ? name : `${key} ${name}`
  const when = timeAgo(row.deleted_at, i18n.language)
  const days = daysLeftInTrash(Date.parse(row.deleted_at), Date.now())
  return (
    <li
      className={cx(
        'group/line flex min-h-11 items-center gap-2.5 border-b border-line px-4 py-1',
        isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      {onChoose && (
        <Checkbox label={t('trash.select', { name: label })} checked={isChosen} onChange={onChoose} />
      )}
      {row.icon}
      <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:gap-2.5">
        <span className="flex min-w-0 items-baseline gap-2.5">
          {key !== undefined && <span className="shrink-0 text-sm text-faint tabular">{key}</span>}
          <span dir="auto" className="truncate font-medium">
            {name}
          </span>
          {below !== undefined && <span className="shrink-0 text-sm text-faint max-sm:hidden">{below}</span>}
        </span>
        <span className="truncate text-sm text-faint sm:hidden">
          {who ? t('trash.by', { name: displayNameOf(who), when }) : when}
          {' · '}
          {t('trash.daysLeft', { count: days })}
        </span>
      </span>
      <span className="hidden shrink-0 items-center gap-1.5 text-sm text-faint sm:flex">
        {who && <Avatar id={who.id} name={displayNameOf(who)} src={who.avatar_url} size="xs" decorative />}
        {who ? t('trash.deletedBy', { name: displayNameOf(who), when }) : t('trash.deletedWhen', { when })}
      </span>
      <span
        className={cx(
          'hidden w-20 shrink-0 text-ui-end text-sm tabular sm:block',
          days <= soonGone ? 'text-danger' : 'text-faint',
        )}
      >
        {t('trash.daysLeft', { count: days })}
      </span>
      {onChoose && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Undo2 />}
          aria-label={t('trash.restoreOf', { name: label })}
          onClick={onRestore}
        >
          <span className="max-sm:hidden">{t('trash.restore')}</span>
        </Button>
      )}
      {onPurge && (
        <Menu
          align="end"
          trigger={
            <IconButton size="sm" label={t('trash.actionsOf', { name: label })} icon={<MoreHorizontal />} />
          }
        >
          <MenuItem icon={<Trash2 />} danger onSelect={onPurge}>
            {t('trash.purge')}
          </MenuItem>
        </Menu>
      )}
    </li>
  )
}
