import type { ProjectUpdateRow } from '#common/planning/project-updates/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, replaceRows, requestWithVersion } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import type { Project } from '../../platform/sync/tables.ts'

type ProjectUpdateInput = Pick<ProjectUpdateRow, 'status' | 'text'>

const updates = createRowActions('project_updates', {
  create: ({ id, project_id, status, text }) =>
    createSentCall('createProjectUpdate', {
      params: { slug: currentSlug(), project_id },
      body: { id, status, text },
    }),
  update: (row, input: ProjectUpdateInput) =>
    createSentCall('updateProjectUpdate', { params: paramsOf(row), body: input }),
  remove: (row) => createSentCall('deleteProjectUpdate', { params: paramsOf(row) }),
  restore: (row) => createSentCall('restoreProjectUpdate', { params: paramsOf(row) }),
})

/** Loads all updates on a project. Throws `RequestError`. */
export async function loadProjectUpdates(project_id: string): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listProjectUpdates', { params: { slug, project_id } })
  if (currentSlug() === slug)
    replaceRows('project_updates', answer, version, (row) => row.project_id === project_id)
}

export async function postProjectUpdate(project: Project, input: ProjectUpdateInput): Promise<void> {
  const now = new Date().toISOString()
  const row: ProjectUpdateRow = {
    ...input,
    id: newId(),
    workspace_id: project.workspace_id,
    project_id: project.id,
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
  }
  await mutate(updates.create(row, t('epics.updates.written', { key: project.name })))
}

export async function editProjectUpdate(row: ProjectUpdateRow, input: ProjectUpdateInput): Promise<void> {
  await mutate(updates.update(row, input, t('epics.updates.changed')))
}

export async function deleteProjectUpdate(row: ProjectUpdateRow): Promise<void> {
  await mutate(updates.remove(row, t('epics.updates.deleted')))
}

function paramsOf({ id, project_id }: ProjectUpdateRow) {
  return { slug: currentSlug(), project_id, project_update_id: id }
}
