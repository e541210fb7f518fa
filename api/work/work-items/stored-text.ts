import { textStored } from '../../documents/content/events.ts'
import { on } from '../../platform/db/events.ts'
import { WorkItemEntity } from './entity.ts'
import { mentioned } from './mentioned.ts'

/** Keeps of an item the people whom its description mentions, and who wrote last. */
export const itemTextStored = on(textStored, async (em, { owner, content: { mention_ids, user_id } }) => {
  if (owner.kind !== 'work_item' || user_id === null) return
  const item = await em.findOne(WorkItemEntity, { id: owner.id })
  if (item === null) return
  em.assign(item, {
    ...(await mentioned(em, owner.id, mention_ids)),
    updated_by: user_id,
    updated_at: new Date(),
  })
  await em.flush()
})
