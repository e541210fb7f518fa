import type { Calls } from '#common/calls.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { t } from '../../locales/i18n.ts'
import { projectRowActions } from '../../organization/projects/edit.ts'
import { mutate, request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'

export type AutomationsPreview = ResponseOf<Calls['previewAutomations']>
export type AutomationSettings = Pick<Project, 'archive_in' | 'close_in' | 'default_state'>

/**
 * Loads the items that the automations would change now, for the given numbers of months. Throws
 * `RequestError`.
 */
export function loadAutomationsPreview(
  projectId: string,
  archiveIn: number,
  closeIn: number,
): Promise<AutomationsPreview> {
  return request('previewAutomations', {
    params: { slug: currentSlug(), project_id: projectId },
    query: { archive_in: String(archiveIn), close_in: String(closeIn) },
  })
}

export async function setAutomations(project: Project, change: Partial<AutomationSettings>): Promise<void> {
  await mutate(projectRowActions.update(project, change, t('automations.changed')))
}
