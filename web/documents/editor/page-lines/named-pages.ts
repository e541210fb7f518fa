import type { PageRow } from '#common/pages/pages/schema.ts'
import { replaceRows, requestWithVersion, tables } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { RequestError } from '../../../platform/sync/http.ts'

const asked = new Set<string>()

/**
 * Loads all pages of a project or of the workspace once; the change feed keeps them current. Only known projects are requested, so that
 * links reveal nothing.
 */
export async function readNamedPages(project_id: string | null): Promise<void> {
  const slug = currentSlug()
  const place = `${slug} ${project_id}`
  if (asked.has(place) || (project_id !== null && !tables.projects.get(project_id))) return
  asked.add(place)
  try {
    const query = { archived: 'true' } as const
    const { answer, version } =
      project_id === null
        ? await requestWithVersion('listWorkspacePages', { params: { slug }, query })
        : await requestWithVersion('listPages', { params: { slug, project_id }, query })
    if (currentSlug() === slug) replaceRows('pages', answer, version, (page) => isAt(project_id, page))
  } catch (error) {
    asked.delete(place)
    if (!(error instanceof RequestError)) throw error
  }
}

export function isAt(projectId: string | null, { project_ids }: Pick<PageRow, 'project_ids'>): boolean {
  return projectId === null ? project_ids.length === 0 : project_ids.includes(projectId)
}

export function pathAt(projectId: string | null, id: string): string {
  const place = projectId === null ? '' : `/projects/${projectId}`
  return `/${currentSlug()}${place}/pages/${id}`
}
