import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { canChangeEpicUpdate, canEditEpics } from '#common/planning/epics/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import {
  addEpicUpdate,
  editEpicUpdate,
  loadEpicUpdates,
  removeEpicUpdate,
} from '../../work/cycles-modules-epics/epic-actions.ts'
import { epicUpdatesAtom } from '../../work/cycles-modules-epics/epics.ts'
import { StatusUpdate } from './StatusUpdate.tsx'
import { StatusUpdateForm } from './StatusUpdateForm.tsx'

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
        <StatusUpdateForm
          draft={{ status: newest?.status ?? 'on_track', text: '' }}
          submit={t('epics.updates.post')}
          onSave={(draft) => void addEpicUpdate(row, draft)}
          onClose={() => setWriting(false)}
        />
      )}
      {status === 'error' && <LoadError compact onRetry={retry} />}
      <ul aria-label={t('epics.updates.title')} className="flex flex-col gap-3">
        {[...(newest ? [newest] : []), ...(showsEarlier ? earlier : [])].map((update) => (
          <StatusUpdate
            key={update.id}
            update={update}
            canChange={isOn && canChangeEpicUpdate(actor, update)}
            onEdit={(input) => void editEpicUpdate(update, input)}
            onDelete={() => void removeEpicUpdate(update)}
          />
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
