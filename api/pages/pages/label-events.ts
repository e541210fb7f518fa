import { LockMode } from '@mikro-orm/postgresql'
import type { ProjectContext } from '../../platform/context/context.ts'
import { listenTo } from '../../platform/db/events.ts'
import { labelRemoved, labelRemoving, labelRestored } from '../../work/labels/events.ts'
import { type Page, PageEntity } from './entity.ts'

export const lockLabelledPages = listenTo(labelRemoving, async (_, { ctx, label_id }) => {
  await lockPagesWithLabel(ctx, label_id)
})

/**
 * Removes a deleted label from pages, or replaces it by the label it was merged into. The deleted label
 * stores the ids of the pages, so that it can be restored.
 */
export const removeLabelFromPages = listenTo(labelRemoved, async (em, { ctx, label, into }) => {
  const pages = await lockPagesWithLabel(ctx, label.id)
  em.assign(label, {
    left_page_ids: pages.map(({ id }) => id),
    gained_page_ids:
      into === null ? [] : pages.filter(({ label_ids }) => !label_ids.includes(into)).map(({ id }) => id),
  })
  for (const page of pages) {
    const others = page.label_ids.flatMap((id) => (id === label.id ? (into ?? []) : id))
    setLabels(ctx, page, [...new Set(others)])
  }
})

/**
 * Restores the label on its former pages that are still in the project. If the label had been merged into
 * another label, removes the other label from pages that received it only through the merge.
 */
export const restoreLabelOnPages = listenTo(labelRestored, async (em, { ctx, label }) => {
  const { id, became_id, left_page_ids = [], gained_page_ids = [] } = label
  const pages = await em.find(
    PageEntity,
    { id: { $in: left_page_ids }, project_ids: { $contains: [ctx.project.id] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
  )
  for (const page of pages) {
    const isGained = gained_page_ids.includes(page.id)
    const remaining = page.label_ids.filter((one) => one !== id && !(isGained && one === became_id))
    setLabels(ctx, page, [...remaining, id])
  }
})

/**
 * Locks and returns all pages with the label, including pages in the trash. The pages are locked in the order
 * of their ids to avoid deadlocks.
 */
function lockPagesWithLabel({ em, project }: ProjectContext, labelId: string): Promise<Page[]> {
  return em.find(
    PageEntity,
    { project_ids: { $contains: [project.id] }, label_ids: { $contains: [labelId] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
  )
}

function setLabels({ user }: ProjectContext, page: Page, label_ids: string[]): void {
  Object.assign(page, { label_ids, updated_by: user.id })
}
