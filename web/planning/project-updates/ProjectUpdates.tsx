import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { canChangeProjectUpdate, canPostProjectUpdate } from '#common/planning/project-updates/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { StatusUpdateList } from '../epics/StatusUpdateList.tsx'
import { deleteProjectUpdate, editProjectUpdate, loadProjectUpdates, postProjectUpdate } from './actions.ts'
import { projectUpdatesAtom } from './atoms.ts'

/** The status updates of a project, newest first, and the form for a new one. */
export function ProjectUpdates({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { id } = project
  const loaded = useLoadState(useCallback(() => loadProjectUpdates(id), [id]))
  const updates = useAtomValue(projectUpdatesAtom(id))
  const actor = useProjectActor(id)
  const isOpen = project.archived_at === null
  const canPost = isOpen && canPostProjectUpdate(actor)
  return (
    <StatusUpdateList
      updates={updates}
      loaded={loaded}
      canPost={canPost}
      canChange={(update) => isOpen && canChangeProjectUpdate(actor, update)}
      onPost={(input) => void postProjectUpdate(project, input)}
      onEdit={(update, input) => void editProjectUpdate(update, input)}
      onDelete={(update) => void deleteProjectUpdate(update)}
      empty={
        <p className="text-pretty text-soft">
          {t(canPost ? 'projectOverview.noUpdates' : 'projectOverview.noUpdatesRead')}
        </p>
      }
    />
  )
}
