import type { quickLinkCalls } from '#common/personal/quick-links/calls.ts'
import { quickLinksLimit } from '#common/personal/quick-links/rules.ts'
import { type QuickLinkRow, quickLinkRow } from '#common/personal/quick-links/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { positionStep } from '#common/platform/positions.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { respaceRows } from '../../platform/db/order.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type QuickLink, QuickLinkEntity } from './entity.ts'
import { loadQuickLinkPageJob } from './load-page-job.ts'
import { listQuickLinks } from './queries.ts'

type CreateInput = BodyOf<typeof quickLinkCalls.createQuickLink>
type UpdateInput = BodyOf<typeof quickLinkCalls.updateQuickLink>

/** Creates a quick link. Unless the body contains a position, the link is appended. */
export async function createQuickLink(ctx: WorkspaceContext, input: CreateInput): Promise<QuickLinkRow> {
  await lockOwnMembership(ctx)
  const others = await listQuickLinks(ctx)
  if (others.length >= quickLinksLimit) {
    throw new AppError('invalid', `You can have at most ${quickLinksLimit} quick links.`)
  }
  assertUrlUnique(others, null, input.url)
  const link = ctx.em.create(QuickLinkEntity, {
    id: input.id ?? newId(),
    workspace_id: ctx.workspace.id,
    owner: ctx.user.id,
    title: input.title ?? null,
    url: input.url,
    metadata: {},
    sort_order: input.sort_order ?? (others.at(-1)?.sort_order ?? 0) + positionStep,
  })
  await spreadPositions(ctx, link)
  await ctx.em.flush()
  await ctx.jobs.enqueue(ctx.em, loadQuickLinkPageJob, { quick_link_id: link.id })
  return presentRow(quickLinkRow, link)
}

export async function getQuickLink(ctx: WorkspaceContext, id: string): Promise<QuickLinkRow> {
  return presentRow(quickLinkRow, await load(ctx, id))
}

export async function updateQuickLink(
  ctx: WorkspaceContext,
  id: string,
  input: UpdateInput,
): Promise<QuickLinkRow> {
  await lockOwnMembership(ctx)
  const link = await load(ctx, id)
  if (input.url !== undefined) assertUrlUnique(await listQuickLinks(ctx), id, input.url)
  const isElsewhere = input.url !== undefined && input.url !== link.url
  // Delete the metadata, because metadata of the old URL does not describe the new URL.
  ctx.em.assign(link, { ...input, ...(isElsewhere && { metadata: {} }) })
  if (input.sort_order !== undefined) await spreadPositions(ctx, link)
  await ctx.em.flush()
  if (isElsewhere) await ctx.jobs.enqueue(ctx.em, loadQuickLinkPageJob, { quick_link_id: id })
  return presentRow(quickLinkRow, link)
}

export async function deleteQuickLink(ctx: WorkspaceContext, id: string): Promise<undefined> {
  await lockOwnMembership(ctx)
  ctx.em.remove(await load(ctx, id))
  await ctx.em.flush()
}

async function spreadPositions({ em, user, workspace }: WorkspaceContext, link: QuickLink): Promise<void> {
  const all = await em.find(QuickLinkEntity, { workspace_id: workspace.id, owner: user.id })
  respaceRows(all, link)
}

async function load({ em, user, workspace }: WorkspaceContext, id: string): Promise<QuickLink> {
  const link = await em.findOne(QuickLinkEntity, { id, workspace_id: workspace.id, owner: user.id })
  if (link === null) throw notFound('Quick link not found')
  return link
}

function assertUrlUnique(others: QuickLinkRow[], ownId: string | null, url: string): void {
  if (others.some((other) => other.url === url && other.id !== ownId)) {
    throw invalid('url', 'URL already exists for this workspace and owner')
  }
}
