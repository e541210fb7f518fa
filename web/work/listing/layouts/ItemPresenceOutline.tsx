import { useAtomValue } from 'jotai'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { personChangingItemAtom } from '../../../platform/shell/presence.ts'
import { cx } from '../../../platform/ui/cx.ts'
import { personColor } from '../../../platform/ui/person-color.ts'

interface BusyMarkProps {
  row: Pick<WorkItemRow, 'id' | 'project_id'>
  /** The position of the person's name: inside the row, or on the upper edge of a card. */
  on?: 'row' | 'edge'
  className?: string
}

/** Outline around an item that another person has open or drags, in that person's color. */
export function ItemPresenceOutline({ row: { id, project_id }, on = 'row', className }: BusyMarkProps) {
  const { t } = useTranslation()
  const busy = useAtomValue(personChangingItemAtom(`project:${project_id}|${id}`))
  const person = useAtomValue(tables.users.rowAtom(busy?.user_id ?? ''))
  if (busy === null || person === undefined) return null
  const color = personColor(person.id)
  return (
    <span
      data-busy={busy.doing ?? 'open'}
      className={cx('pointer-events-none absolute inset-0 z-1', className)}
      style={{ boxShadow: `inset 0 0 0 1.5px ${color}` }}
    >
      <span
        className={cx(
          'absolute max-w-full truncate px-1.5 text-2xs leading-3.5 font-strong text-on-person',
          on === 'row' ? '-top-px start-4 rounded-b-xs' : '-top-2 end-1.5 rounded-xs',
        )}
        style={{ background: color }}
      >
        {busy.doing === 'dragging'
          ? displayNameOf(person)
          : t('workItems.isEditing', { name: displayNameOf(person) })}
      </span>
    </span>
  )
}
