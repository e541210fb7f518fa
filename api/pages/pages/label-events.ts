import { LockMode } from '@mikro-orm/postgresql'
import type { ProjectContext } from '../../platform/context/context.ts'
import { on } from '../../platform/db/events.ts'
import { labelLeaving, labelReturning, lockingCarriers } from '../../work/labels/events.ts'
import { type Page, PageEntity } from './entity.ts'

export const lockLabelledPages = on(lockingCarriers, async (_, { ctx, label_id }) => {
  await lockPagesWithLabel(ctx, label_id)
})

/** Pages lose the label, or get the other one, and the label remembers them. */
export const removeLabelFromPages = on(labelLeaving, async (em, { ctx, label, into }) => {
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

/** Pages that carried the label and are still in the project get it back. What they have only since it became another label goes. */
export const restoreLabelOnPages = on(labelReturning, async (em, { ctx, label }) => {
  const { id, became_id, left_page_ids = [], gained_page_ids = [] } = label
  const pages = await em.find(
    PageEntity,
    { id: { $in: left_page_ids }, project_ids: { $contains: [ctx.project.id] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
  )
  for (const page of pages) {
    const isGained = gained_page_ids.includes(page.id)
    const kept = page.label_ids.filter((one) => one !== id && !(isGained && one === became_id))
    setLabels(ctx, page, [...kept, id])
  }
})

/** Pages that carry the label, those in the trash too, locked in the order of their ids. */
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
