import { useAtomValue } from 'jotai'
import { tables } from '../../../app/sync.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { busyAtom } from '../../../shell/presence.ts'
import { personColor } from '../../../ui/person-color.ts'

/** Who has an item open or drags it, in their colour. */
export function RowPresence({ id, project_id }: { id: string; project_id: string }) {
  const { t } = useTranslation()
  const busy = useAtomValue(busyAtom(`project:${project_id}|${id}`))
  const person = useAtomValue(tables.users.rowAtom(busy?.user_id ?? ''))
  if (busy === null || person === undefined) return null
  const color = personColor(person.id)
  return (
    <span
      className="pointer-events-none absolute inset-0 z-1"
      style={{ boxShadow: `inset 0 0 0 1.5px ${color}` }}
    >
      <span
        className="absolute -top-px left-4 rounded-b-xs px-1.5 text-2xs leading-3.5 font-strong text-on-person"
        style={{ background: color }}
      >
        {busy.doing === 'dragging'
          ? person.display_name
          : t('workItems.isEditing', { name: person.display_name })}
      </span>
    </span>
  )
}
