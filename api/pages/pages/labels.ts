import type { EntityManager } from '@mikro-orm/postgresql'
import { lockExistingLabels, matchLabelsByName } from '../../work/work-items/labels-and-numbers.ts'
import { type PageContext, pageContextProjectId } from './container.ts'
import type { Page } from './entity.ts'

interface SentLabels {
  label_ids?: string[] | undefined
  labels?: string[] | undefined
}

/**
 * Returns the requested labels that exist in the page's project, or undefined if the request contains no
 * labels. Labels belong to projects, so a page without a project has none.
 */
export async function filterExistingLabels(
  ctx: PageContext,
  { labels, label_ids = labels }: SentLabels,
): Promise<string[] | undefined> {
  const projectId = pageContextProjectId(ctx)
  if (label_ids === undefined || projectId === null) return label_ids && []
  return lockExistingLabels(ctx.em, projectId, label_ids)
}

/**
 * Replaces labels by labels of the same name in the new project. Labels without such a counterpart are stored in
 * `left_label_ids`, and the page gets them back if it returns to the project.
 */
export async function matchLabelsInTargetProject(
  em: EntityManager,
  projectId: string | null,
  pages: Page[],
): Promise<void> {
  const hadBy = pages.map((page) => [...page.label_ids, ...page.left_label_ids])
  const matching =
    projectId === null ? new Map<string, string>() : await matchLabelsByName(em, projectId, hadBy.flat())
  for (const [at, page] of pages.entries()) {
    const had = hadBy[at] ?? []
    page.label_ids = [...new Set(had.flatMap((id) => matching.get(id) ?? []))]
    page.left_label_ids = had.filter((id) => !matching.has(id))
  }
}
