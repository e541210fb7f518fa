import { expandTeamMentions } from '../../access/mentioned-people.ts'
import { documentTextStored } from '../../documents/content/events.ts'
import { listenTo } from '../../platform/db/events.ts'
import { PageEntity } from './entity.ts'
import { addPageLinks, storePageLinks } from './links/store.ts'

/**
 * Runs after a text was stored: stores its links to pages. For a page, it also updates the title, the
 * mentioned users and the last editor.
 */
export const updatePageOnTextStored = listenTo(documentTextStored, async (em, { owner, content }) => {
  const { mention_ids, page_ids, title, user_id, writer_ids, is_new = false } = content
  await (is_new ? addPageLinks : storePageLinks)(em, owner, page_ids)
  if (owner.kind !== 'page' || user_id === null) return
  const page = await em.findOne(PageEntity, { id: owner.id })
  if (page === null) return
  const { people, team_ids } = await expandTeamMentions(em, {
    workspace_id: page.workspace_id,
    writer_ids: [user_id, ...writer_ids],
    named: mention_ids,
    before: page.mention_ids,
  })
  em.assign(page, {
    updated_by: user_id,
    updated_at: new Date(),
    mention_ids: [...people, ...team_ids],
    ...(title !== '' && { name: title }),
  })
  await em.flush()
})
