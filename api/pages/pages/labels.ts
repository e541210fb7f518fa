import type { EntityManager } from '@mikro-orm/postgresql'
import { labelsOf, labelsThere } from '../../work/work-items/links.ts'
import { type PageContext, projectIdOfPages } from './container.ts'
import type { Page } from './entity.ts'

interface SentLabels {
  label_ids?: string[] | undefined
  labels?: string[] | undefined
}

/**
 * The labels that are sent under either name, as far as the page's project has them; undefined where nothing is said. Labels are those of a
 * project, so a page of the workspace itself has none.
 */
export async function requestedLabels(
  ctx: PageContext,
  { labels, label_ids = labels }: SentLabels,
): Promise<string[] | undefined> {
  const projectId = projectIdOfPages(ctx)
  if (label_ids === undefined || projectId === null) return label_ids && []
  return labelsOf(ctx.em, projectId, label_ids)
}

/** Where pages are moved they have the labels of the same name; the others they remember, for when they come back. */
export async function carryLabels(em: EntityManager, projectId: string | null, pages: Page[]): Promise<void> {
  const hadBy = pages.map((page) => [...page.label_ids, ...page.left_label_ids])
  const matching =
    projectId === null ? new Map<string, string>() : await labelsThere(em, projectId, hadBy.flat())
  for (const [at, page] of pages.entries()) {
    const had = hadBy[at] ?? []
    page.label_ids = [...new Set(had.flatMap((id) => matching.get(id) ?? []))]
    page.left_label_ids = had.filter((id) => !matching.has(id))
  }
}
