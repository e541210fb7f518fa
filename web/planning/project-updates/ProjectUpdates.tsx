import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { canChangeProjectUpdate, canPostProjectUpdate } from '#common/planning/project-updates/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { StatusUpdate } from '../epics/StatusUpdate.tsx'
import { StatusUpdateForm } from '../epics/StatusUpdateForm.tsx'
import { deleteProjectUpdate, editProjectUpdate, loadProjectUpdates, postProjectUpdate } from './actions.ts'
import { projectUpdatesAtom } from './atoms.ts'

/** The updates on a project, newest first, and the form for a new one. */
export function ProjectUpdates({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { id } = project
  const { status, retry } = useLoadState(useCallback(() => loadProjectUpdates(id), [id]))
  const updates = useAtomValue(projectUpdatesAtom(id))
  const actor = useProjectActor(id)
  const isOpen = project.archived_at === null
  const canPost = isOpen && canPostProjectUpdate(actor)
  const [isWriting, setWriting] = useState(false)
  return (
    <section aria-label={t('epics.updates.title')} className="flex flex-col gap-3">
      <header className="flex min-h-control items-center gap-2">
        <h2 className="text-lg font-strong">{t('epics.updates.title')}</h2>
        {canPost && !isWriting && (
          <span className="ms-auto">
            <Button size="sm" icon={<Plus />} onClick={() => setWriting(true)}>
              {t('epics.updates.write')}
            </Button>
          </span>
        )}
      </header>
      {isWriting && (
        <StatusUpdateForm
          draft={{ status: updates[0]?.status ?? 'on_track', text: '' }}
          submit={t('epics.updates.post')}
          onSave={(draft) => void postProjectUpdate(project, draft)}
          onClose={() => setWriting(false)}
        />
      )}
      {status === 'error' && <LoadError compact onRetry={retry} />}
      {updates.length === 0 && status === 'loading' && <Skeleton className="h-16 w-full" />}
      {updates.length === 0 && status === 'ready' && !isWriting && (
        <p className="text-pretty text-soft">
          {t(canPost ? 'projectOverview.noUpdates' : 'projectOverview.noUpdatesRead')}
        </p>
      )}
      <ul aria-label={t('epics.updates.title')} className="flex flex-col gap-4">
        {updates.map((update) => (
          <StatusUpdate
            key={update.id}
            update={update}
            canChange={isOpen && canChangeProjectUpdate(actor, update)}
            onEdit={(input) => void editProjectUpdate(update, input)}
            onDelete={() => void deleteProjectUpdate(update)}
          />
        ))}
      </ul>
    </section>
  )
}
