import { replaceRows, requestWithVersion, tables } from '../../app/sync.ts'
import { currentSlug } from '../../shell/workspace.ts'
import { RequestError } from '../../sync/http.ts'

const asked = new Set<string>()

/** Reads the pages of a project that a text names, once; from then on changes keep them. Nobody is told of a project that they do not know. */
export async function readNamedPages(project_id: string): Promise<void> {
  const slug = currentSlug()
  const place = `${slug} ${project_id}`
  if (asked.has(place) || !tables.projects.get(project_id)) return
  asked.add(place)
  try {
    const { answer, version } = await requestWithVersion('listPages', {
      params: { slug, project_id },
      query: { archived: 'true' },
    })
    if (currentSlug() === slug)
      replaceRows('pages', answer, version, (page) => page.project_ids.includes(project_id))
  } catch (error) {
    asked.delete(place)
    if (!(error instanceof RequestError)) throw error
  }
}
