import { documentTextStored } from '../../documents/content/events.ts'
import { listenTo } from '../../platform/db/events.ts'
import { WorkItemEntity } from './entity.ts'
import { computeItemMentions } from './item-mentions.ts'

/** Updates the mentions and the last editor of an item after its description was saved. */
export const updateItemOnTextStored = listenTo(documentTextStored, async (em, { owner, content }) => {
  const { mention_ids, user_id, writer_ids, is_conversion = false, is_new = false } = content
  if (owner.kind !== 'work_item' || user_id === null) return
  if (is_new && mention_ids.length === 0) return
  const item = await em.findOne(WorkItemEntity, { id: owner.id })
  if (item === null) return
  em.assign(item, {
    ...(await computeItemMentions(em, owner.id, mention_ids, [user_id, ...writer_ids])),
    ...(!is_conversion && !is_new && { updated_by: user_id, updated_at: new Date() }),
  })
  await em.flush()
})
