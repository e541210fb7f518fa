import { sql } from 'kysely'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { linkCalls } from '#common/work/links/calls.ts'
import { canChangeLinks, linksLimit } from '#common/work/links/rules.ts'
import type { LinkResponse } from '#common/work/links/schema.ts'
import { projectActor } from '../../access/actor.ts'
import { assertItemWritable } from '../../access/guard.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import type { ItemRow } from '../work-items/item-row.ts'
import { lockItems } from '../work-items/lock-items.ts'
import { updateItemsInBulk } from '../work-items/update-items-in-bulk.ts'
import { LinkEntity } from './entity.ts'
import { fetchLinkMetadataJob } from './fetch-metadata-job.ts'
import { presentLink } from './queries.ts'

type CreateInput = BodyOf<typeof linkCalls.createLink>
type UpdateInput = BodyOf<typeof linkCalls.updateLink>

export function createLink(ctx: ProjectContext, id: string, input: CreateInput): Promise<LinkResponse> {
  return withItem(ctx, id, async (itemCtx, item) => {
    const { em, user, workspace } = itemCtx
    if (item.link_count >= linksLimit)
      throw new AppError('invalid', `A work item can have at most ${linksLimit} links.`)
    await assertLinkUnique(itemCtx, id, input.url)
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
    await recount(itemCtx, id)
    await itemCtx.jobs.enqueue(em, fetchLinkMetadataJob, { link_id: link.id })
    return presentLink(itemCtx, link)
  })
}

/**
 * Adds the links that the item does not have yet, until it has the maximum number of links. Returns the ids of the new
 * links. Does not load titles and icons from the linked web pages, because an import can add many links.
 */
export async function addImportedLinks(
  ctx: ProjectContext,
  id: string,
  links: readonly { url: string; title: string | null }[],
): Promise<string[]> {
  return withItem(ctx, id, async ({ em, user, workspace }, item) => {
    const added: string[] = []
    const stored = await em.find(LinkEntity, { issue_id: id }, { fields: ['url'] })
    const known = new Set(stored.map(({ url }) => url))
    for (const { url, title } of links) {
      if (known.has(url) || known.size >= linksLimit) continue
      known.add(url)
      const linkId = newId()
      added.push(linkId)
      em.create(LinkEntity, {
        ...{ id: linkId, workspace_id: workspace.id, project_id: item.project_id, issue_id: id, title, url },
        ...{ metadata: {}, issue_created_by: item.created_by, created_by: user.id, updated_by: user.id },
      })
    }
    await em.flush()
    await recount(ctx, id)
    return added
  })
}

/**
 * Adds links to an item that the caller creates in the same transaction with the count of these links. The urls are
 * unique. The caller flushes the entity manager.
 */
export function addLinksToNewItem(
  { em, user, workspace, project }: ProjectContext,
  item: { id: string; created_by: string },
  links: readonly { url: string; title: string | null }[],
): void {
  for (const { url, title } of links)
    em.create(LinkEntity, {
      ...{ id: newId(), workspace_id: workspace.id, project_id: project.id, issue_id: item.id, title, url },
      ...{ metadata: {}, issue_created_by: item.created_by, created_by: user.id, updated_by: user.id },
    })
}

export function updateLink(
  ctx: ProjectContext,
  id: string,
  linkId: string,
  { title, url }: UpdateInput,
): Promise<LinkResponse> {
  return withItem(ctx, id, async (itemCtx) => {
    const link = await load(itemCtx, id, linkId)
    const isNewUrl = url !== undefined && url !== link.url
    if (isNewUrl) await assertLinkUnique(itemCtx, id, url)
    itemCtx.em.assign(link, {
      ...(title !== undefined && { title }),
      // Delete the metadata, because it describes the page of the former URL.
      ...(isNewUrl && { url, metadata: {} }),
      updated_by: itemCtx.user.id,
    })
    await itemCtx.em.flush()
    if (isNewUrl) await itemCtx.jobs.enqueue(itemCtx.em, fetchLinkMetadataJob, { link_id: linkId })
    return presentLink(itemCtx, link)
  })
}

export async function deleteLink(ctx: ProjectContext, id: string, linkId: string): Promise<undefined> {
  await withItem(ctx, id, async (itemCtx) => {
    itemCtx.em.remove(await load(itemCtx, id, linkId))
    await itemCtx.em.flush()
    await recount(itemCtx, id)
  })
}

/**
 * Locks the item until the commit, so that concurrent requests cannot add the same URL twice and the count of
 * links is correct.
 */
function withItem<Result>(
  ctx: ProjectContext,
  id: string,
  change: (itemCtx: ProjectContext, item: ItemRow) => Promise<Result>,
): Promise<Result> {
  return runInCurrentProjectOfItem(ctx, id, async (itemCtx) => {
    const [item] = await lockItems(itemCtx, [id])
    if (item === undefined) throw notFound('Issue not found')
    assertItemWritable(itemCtx.project, item)
    if (!canChangeLinks(projectActor(itemCtx), item)) throw forbidden()
    return change(itemCtx, item)
  })
}

async function load({ em }: ProjectContext, issueId: string, id: string) {
  const link = await em.findOne(LinkEntity, { id, issue_id: issueId })
  if (link === null) throw notFound('Link not found')
  return link
}

async function assertLinkUnique({ em }: ProjectContext, issueId: string, url: string): Promise<void> {
  const same = await em.count(LinkEntity, { issue_id: issueId, url })
  if (same > 0) throw invalid('url', 'URL already exists for this Issue')
}

async function recount({ em }: ProjectContext, issueId: string): Promise<void> {
  await updateItemsInBulk(em, {
    set: {
      link_count: sql`(select count(*)::int from work_item_links where issue_id = work_items.id)`,
    },
    where: sql`id = ${issueId}`,
  })
}
