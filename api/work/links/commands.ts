import { sql } from 'kysely'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { linkCalls } from '#common/work/links/calls.ts'
import { canChangeLinks, linksLimit } from '#common/work/links/rules.ts'
import type { LinkAnswer } from '#common/work/links/schema.ts'
import { actorOf } from '../../access/actor.ts'
import { refuseArchived } from '../../access/guard.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { ItemRow } from '../work-items/item-row.ts'
import { lockItems } from '../work-items/lock-items.ts'
import { whereItIs } from '../work-items/moved-on.ts'
import { rewriteItems } from '../work-items/rewrite-items.ts'
import { LinkEntity } from './entity.ts'
import { presentLink } from './queries.ts'
import { readPage } from './read-page.ts'

type CreateInput = BodyOf<typeof linkCalls.createLink>
type UpdateInput = BodyOf<typeof linkCalls.updateLink>

export function createLink(ctx: ProjectContext, id: string, input: CreateInput): Promise<LinkAnswer> {
  return withItem(ctx, id, async (there, item) => {
    const { em, user, workspace } = there
    if (item.link_count >= linksLimit)
      throw new AppError('invalid', `A work item has at most ${linksLimit} links.`)
    await refuseTaken(there, id, input.url)
    const link = em.create(LinkEntity, {
      id: input.id ?? newId(),
      workspace_id: workspace.id,
      project_id: item.project_id,
      issue_id: id,
      title: input.title ?? null,
      url: input.url,
      metadata: {},
      issue_created_by: item.created_by,
      created_by: user.id,
      updated_by: user.id,
    })
    await em.flush()
    await recount(there, id)
    await there.jobs.enqueue(em, readPage, { link_id: link.id })
    return presentLink(link)
  })
}

export function updateLink(
  ctx: ProjectContext,
  id: string,
  linkId: string,
  { title, url }: UpdateInput,
): Promise<LinkAnswer> {
  return withItem(ctx, id, async (there) => {
    const link = await load(there, id, linkId)
    const isElsewhere = url !== undefined && url !== link.url
    if (isElsewhere) await refuseTaken(there, id, url)
    there.em.assign(link, {
      ...(title !== undefined && { title }),
      // What the former page said of itself is not so of this one.
      ...(isElsewhere && { url, metadata: {} }),
      updated_by: there.user.id,
    })
    await there.em.flush()
    if (isElsewhere) await there.jobs.enqueue(there.em, readPage, { link_id: linkId })
    return presentLink(link)
  })
}

export async function deleteLink(ctx: ProjectContext, id: string, linkId: string): Promise<undefined> {
  await withItem(ctx, id, async (there) => {
    there.em.remove(await load(there, id, linkId))
    await there.em.flush()
    await recount(there, id)
  })
}

/** The item is locked until the commit: of two who add the same address the second is told so, and both are counted. */
function withItem<Result>(
  ctx: ProjectContext,
  id: string,
  change: (there: ProjectContext, item: ItemRow) => Promise<Result>,
): Promise<Result> {
  return whereItIs(ctx, id, async (there) => {
    refuseArchived(there.project)
    const [item] = await lockItems(there, [id])
    if (item === undefined) throw notFound('Issue not found')
    if (!canChangeLinks(actorOf(there), item)) throw forbidden()
    return change(there, item)
  })
}

async function load({ em }: ProjectContext, issueId: string, id: string) {
  const link = await em.findOne(LinkEntity, { id, issue_id: issueId })
  if (link === null) throw notFound('Link not found')
  return link
}

async function refuseTaken({ em }: ProjectContext, issueId: string, url: string): Promise<void> {
  const same = await em.count(LinkEntity, { issue_id: issueId, url })
  if (same > 0) throw invalid('url', 'URL already exists for this Issue')
}

async function recount({ em }: ProjectContext, issueId: string): Promise<void> {
  await rewriteItems(em, {
    set: {
      link_count: sql`(select count(*)::int from work_item_links where issue_id = work_items.id)`,
    },
    where: sql`id = ${issueId}`,
  })
}
