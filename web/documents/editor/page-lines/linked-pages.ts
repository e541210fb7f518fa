import type { PageRow } from '#common/pages/pages/schema.ts'
import { replaceRows, requestWithVersion, tables } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { RequestError } from '../../../platform/sync/http.ts'

const loadedLists = new Set<string>()

/**
 * Loads all pages of a project, or of the workspace if `project_id` is null. The pages are loaded only once,
 * because the change feed updates them. Sends no request for a project that the client does not know.
 */
export async function loadLinkedPages(project_id: string | null): Promise<void> {
  const slug = currentSlug()
  const listKey = `${slug} ${project_id}`
  if (loadedLists.has(listKey) || (project_id !== null && !tables.projects.get(project_id))) return
  loadedLists.add(listKey)
  try {
    const query = { archived: 'true' } as const
    const { answer, version } =
      project_id === null
        ? await requestWithVersion('listWorkspacePages', { params: { slug }, query })
        : await requestWithVersion('listPages', { params: { slug, project_id }, query })
    if (currentSlug() === slug)
      replaceRows('pages', answer, version, (page) => isPageOfContainer(project_id, page))
  } catch (error) {
    loadedLists.delete(listKey)
    if (!(error instanceof RequestError)) throw error
  }
}

export function isPageOfContainer(
  projectId: string | null,
  { project_ids }: Pick<PageRow, 'project_ids'>,
): boolean {
  return projectId === null ? project_ids.length === 0 : project_ids.includes(projectId)
}

export function linkedPagePath(projectId: string | null, id: string): string {
  const listKey = projectId === null ? '' : `/projects/${projectId}`
  return `/${currentSlug()}${listKey}/pages/${id}`
}
