import { useAtomValue } from 'jotai'
import { MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useCallback, useState } from 'react'
import { canChangeEpicUpdate, canEditEpics, maxEpicUpdateTextLength } from '#common/planning/epics/rules.ts'
import type { EpicUpdateRow } from '#common/planning/epics/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { type EpicUpdateStatus, epicUpdateStatuses } from '#common/work/work-items/update-statuses.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Badge } from '../../platform/ui/Badge.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import {
  addEpicUpdate,
  editEpicUpdate,
  loadEpicUpdates,
  removeEpicUpdate,
} from '../../work/cycles-modules-epics/epic-actions.ts'
import { epicUpdatesAtom } from '../../work/cycles-modules-epics/epics.ts'

/** Lists the status updates of an epic, newest first. Earlier updates are shown on demand. */
export function EpicUpdates({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const { id, project_id } = row
  const { status, retry } = useLoadState(
    useCallback(() => loadEpicUpdates({ id, project_id }), [id, project_id]),
  )
  const updates = useAtomValue(epicUpdatesAtom(id))
  const actor = useProjectActor(project_id)
  const isOn = useAtomValue(tables.projects.rowAtom(project_id))?.is_epic_enabled === true
  const canWrite = isOn && row.archived_at === null && canEditEpics(actor)
  const [isWriting, setWriting] = useState(false)
  const [showsEarlier, setShowsEarlier] = useState(false)
  const [newest, ...earlier] = updates
  if (newest === undefined && !canWrite && status !== 'error') return null
  return (
    <section aria-label={t('epics.updates.title')} className="flex flex-col gap-2">
      <header className="flex min-h-control items-center gap-2">
        <h2 className="font-strong">{t('epics.updates.title')}</h2>
        {canWrite && !isWriting && (
          <span className="ms-auto">
            <Button size="sm" icon={<Plus />} onClick={() => setWriting(true)}>
              {t('epics.updates.write')}
            </Button>
          </span>
        )}
      </header>
      {isWriting && (
        <UpdateForm
          draft={{ status: newest?.status ?? 'on_track', text: '' }}
          submit={t('epics.updates.post')}
          onSave={(draft) => void addEpicUpdate(row, draft)}
          onClose={() => setWriting(false)}
        />
      )}
      {status === 'error' && <LoadError compact onRetry={retry} />}
      <ul aria-label={t('epics.updates.title')} className="flex flex-col gap-3">
        {[...(newest ? [newest] : []), ...(showsEarlier ? earlier : [])].map((update) => (
          <Update key={update.id} update={update} canChange={isOn && canChangeEpicUpdate(actor, update)} />
        ))}
      </ul>
      {!showsEarlier && earlier.length > 0 && (
        <button
          type="button"
          onClick={() => setShowsEarlier(true)}
          className="flex h-7 w-fit items-center rounded-sm text-sm text-soft hover:text-text coarse:h-touch"
        >
          {t('epics.updates.earlier', { count: earlier.length })}
        </button>
      )}
    </section>
  )
}

const tones = { on_track: 'ok', at_risk: 'warn', off_track: 'danger' } as const

function Update({ update, canChange }: { update: EpicUpdateRow; canChange: boolean }) {
  const { t, i18n } = useTranslation()
  const author = useAtomValue(tables.users.rowAtom(update.created_by ?? ''))
  const [isEditing, setEditing] = useState(false)
  const whole = new Date(update.created_at).toLocaleString(i18n.language, {
    dateStyle: 'long',
    timeStyle: 'short',
  })
  return (
    <li className="flex flex-col gap-1.5">
      <div className="flex min-h-6 items-center gap-2 text-sm">
        <Badge tone={tones[update.status]}>{t(`epics.status.${update.status}`)}</Badge>
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
              trigger={<IconButton size="sm" label={t('epics.updates.actions')} icon={<MoreHorizontal />} />}
            >
              <MenuItem icon={<Pencil />} onSelect={() => setEditing(true)}>
                {t('epics.updates.edit')}
              </MenuItem>
              <MenuItem danger icon={<Trash2 />} onSelect={() => void removeEpicUpdate(update)}>
                {t('epics.updates.delete')}
              </MenuItem>
            </Menu>
          </span>
        )}
      </div>
      {isEditing ? (
        <UpdateForm
          draft={update}
          submit={t('epics.updates.save')}
          onSave={(draft) => void editEpicUpdate(update, draft)}
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

interface UpdateDraft {
  status: EpicUpdateStatus
  text: string
}

interface UpdateFormProps {
  draft: UpdateDraft
  submit: string
  onSave: (draft: UpdateDraft) => void
  onClose: () => void
}

function UpdateForm({ draft, submit, onSave, onClose }: UpdateFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    saved: () => draft,
    warnsOnLeave: true,
    send: ({ status, text }) => {
      onSave({ status, text: text.trim() })
      onClose()
    },
  })
  /** The same keys as in a comment: Ctrl+Enter submits and Escape cancels. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) === 'Enter' && (event.metaKey || event.ctrlKey)) {
      form.submit(event)
    }
    if (pressedKey(event) === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <form className="flex flex-col gap-2" onKeyDown={onKeyDown} onSubmit={form.submit}>
      <SegmentedControl
        label={t('epics.updates.status')}
        value={form.values.status}
        onChange={(status) => form.set({ status })}
        options={epicUpdateStatuses.map((value) => ({ value, label: t(`epics.status.${value}`) }))}
      />
      <Textarea
        autoFocus
        aria-label={t('epics.updates.text')}
        placeholder={t('epics.updates.placeholder')}
        maxLength={maxEpicUpdateTextLength}
        rows={3}
        {...form.text('text')}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="sm" type="submit" variant="primary">
          {submit}
        </Button>
      </div>
    </form>
  )
}
