import { useAtomValue } from 'jotai'
import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { HealthBadge } from '../../platform/ui/HealthBadge.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { useFocusWhenClosed } from '../../platform/ui/use-focus-when-closed.ts'
import { StatusUpdateForm, type StatusUpdateInput } from './StatusUpdateForm.tsx'

export interface StatusUpdateRow extends StatusUpdateInput {
  id: string
  created_at: string
  created_by: string | null
}

interface StatusUpdateProps {
  update: StatusUpdateRow
  canChange: boolean
  onEdit: (input: StatusUpdateInput) => void
  onDelete: () => void
}

/** A status update of an epic or a project, which its author can edit and delete. */
export function StatusUpdate({ update, canChange, onEdit, onDelete }: StatusUpdateProps) {
  const { t, i18n } = useTranslation()
  const author = useAtomValue(tables.users.rowAtom(update.created_by ?? ''))
  const [isEditing, setEditing] = useState(false)
  const actions = useRef<HTMLButtonElement>(null)
  useFocusWhenClosed(isEditing, actions)
  const whole = new Date(update.created_at).toLocaleString(i18n.language, {
    dateStyle: 'long',
    timeStyle: 'short',
  })
  return (
    <li tabIndex={-1} className="flex flex-col gap-1.5 rounded-sm">
      <div className="flex min-h-6 items-center gap-2 text-sm">
        <HealthBadge status={update.status} />
        {author && (
          <span className="flex min-w-0 items-center gap-1.5 text-soft">
            <Avatar
              decorative
              size="xs"
              id={author.id}
              name={displayNameOf(author)}
              src={author.avatar_url}
            />
            <span className="truncate">{displayNameOf(author)}</span>
          </span>
        )}
        <time dateTime={update.created_at} title={whole} className="shrink-0 text-faint">
          {timeAgo(update.created_at, i18n.language)}
        </time>
        {canChange && (
          <span className="ms-auto">
            <Menu
              align="end"
              trigger={
                <IconButton
                  ref={actions}
                  size="sm"
                  label={t('epics.updates.actions')}
                  icon={<MoreHorizontal />}
                />
              }
            >
              <MenuItem icon={<Pencil />} onSelect={() => setEditing(true)}>
                {t('epics.updates.edit')}
              </MenuItem>
              <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
                {t('epics.updates.delete')}
              </MenuItem>
            </Menu>
          </span>
        )}
      </div>
      {isEditing ? (
        <StatusUpdateForm
          draft={update}
          submit={t('epics.updates.save')}
          onSave={onEdit}
          onClose={() => setEditing(false)}
        />
      ) : (
        update.text !== '' && (
          <p dir="auto" className="whitespace-pre-wrap text-pretty wrap-anywhere">
            {update.text}
          </p>
        )
      )}
    </li>
  )
}
