import { fileIdsInHtml } from '#common/documents/content/pictures.ts'
import type { stickyCalls } from '#common/personal/stickies/calls.ts'
import { maxStickyTextLength, stickiesLimit } from '#common/personal/stickies/rules.ts'
import { type StickyResponse, stickyResponse } from '#common/personal/stickies/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { computePositionInsertion } from '#common/platform/positions.ts'
import { replaceMentionIdsByNames } from '../../access/name-mentions.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { firstAndLastPosition, respaceRows } from '../../platform/db/order.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type Sticky, StickyEntity } from './entity.ts'
import { loadSticky } from './queries.ts'

type Calls = typeof stickyCalls
type Fields = Omit<BodyOf<Calls['updateSticky']>, 'based_on'>
type Text = Pick<Sticky, 'description' | 'description_html' | 'description_stripped'>

const nothing: Text = { description: {}, description_html: '', description_stripped: '' }

export async function createSticky(
  ctx: WorkspaceContext,
  { id = newId(), ...input }: BodyOf<Calls['createSticky']>,
): Promise<StickyResponse> {
  const text = await textOf(ctx, input)
  await lockOwnMembership(ctx)
  const { end } = await requireRoom(ctx)
  const sticky = ctx.em.create(StickyEntity, {
    ...{ name: null, color: null, background_color: null, logo_props: {} },
    sort_order: end,
    ...columnsOf(input),
    ...(text ?? nothing),
    id,
    text_version: 1,
    workspace_id: ctx.workspace.id,
    owner: ctx.user.id,
  })
  await ctx.em.flush()
  return presentRow(stickyResponse, sticky)
}

export async function updateSticky(
  ctx: WorkspaceContext,
  id: string,
  { based_on, ...input }: BodyOf<Calls['updateSticky']>,
): Promise<StickyResponse> {
  const text = await textOf(ctx, input)
  await lockOwnMembership(ctx)
  const sticky = await loadSticky(ctx, id)
  const isOther = text !== null && text.description_html !== sticky.description_html
  if (isOther && based_on !== undefined && based_on !== sticky.text_version)
    await saveConflictingCopy(ctx, sticky)
  ctx.em.assign(sticky, columnsOf(input))
  if (input.sort_order !== undefined) await spreadPositions(ctx, sticky)
  if (isOther) ctx.em.assign(sticky, { ...text, text_version: sticky.text_version + 1 })
  await ctx.em.flush()
  return presentRow(stickyResponse, sticky)
}

export async function deleteSticky(ctx: WorkspaceContext, id: string): Promise<undefined> {
  await lockOwnMembership(ctx)
  ctx.em.remove(await loadSticky(ctx, id))
  await ctx.em.flush()
}

async function spreadPositions({ em, user, workspace }: WorkspaceContext, sticky: Sticky): Promise<void> {
  const all = await em.find(StickyEntity, { workspace_id: workspace.id, owner: user.id })
  respaceRows(all, sticky)
}

/**
 * When two browser tabs or devices of a user save the same sticky at once, stores the overwritten text as a
 * new sticky below it.
 */
async function saveConflictingCopy(ctx: WorkspaceContext, sticky: Sticky): Promise<void> {
  if (sticky.description_stripped.trim() === '') return
  await requireRoom(ctx)
  const mine = { workspace_id: ctx.workspace.id, owner: ctx.user.id }
  const order = { sort_order: 'asc', id: 'asc' } as const
  const others = await ctx.em.find(StickyEntity, mine, { orderBy: order })
  // Other stickies move if no position is left between two neighbors.
  const { position, moved } = computePositionInsertion(
    others.map(({ sort_order }) => sort_order),
    others.indexOf(sticky),
  )
  for (const [at, sort_order] of moved) Object.assign(others[at] ?? {}, { sort_order })
  const { name, color, background_color, logo_props, workspace_id, owner } = sticky
  const { description, description_html, description_stripped } = sticky
  ctx.em.create(StickyEntity, {
    ...{ name, color, background_color, logo_props, workspace_id, owner },
    ...{ description, description_html, description_stripped },
    id: newId(),
    text_version: 1,
    sort_order: position,
  })
}

/**
 * Throws when the user has the maximum number of stickies. Returns the position at the top. The caller must
 * have locked the membership.
 */
async function requireRoom({ em, user, workspace }: WorkspaceContext): Promise<{ end: number }> {
  const { count, end } = await firstAndLastPosition(
    query(em).selectFrom('stickies').where('workspace_id', '=', workspace.id).where('owner', '=', user.id),
  )
  if (count >= stickiesLimit) throw new AppError('invalid', `You can have at most ${stickiesLimit} stickies.`)
  return { end }
}

/** Returns the changed columns of the sticky, without the columns of its text. */
function columnsOf({ name, color, background_color, logo_props, sort_order }: Fields): Partial<Sticky> {
  return {
    ...(name !== undefined && { name }),
    ...(color !== undefined && { color }),
    ...(background_color !== undefined && { background_color }),
    ...(logo_props !== undefined && { logo_props: logo_props ?? {} }),
    ...(sort_order !== undefined && { sort_order }),
  }
}

/**
 * Converts the text of the request to its stored form, or returns null if there is none. The function must
 * run before any lock is taken.
 */
async function textOf(
  ctx: WorkspaceContext,
  { description_html: html, description: json }: Fields,
): Promise<Text | null> {
  if (html === undefined && json === undefined) return null
  if (!html && !json) return nothing
  const content = { html: html ?? null, json: json ?? undefined }
  const derived = await ctx.documents.derive(ctx.em, content, ctx.user.id, 'description')
  // Check the length of the HTML too, because a text that was sent as JSON becomes HTML only in this
  // function.
  if (derived.html.length > maxStickyTextLength) throw invalid('description_html', 'The sticky is too long.')
  if (fileIdsInHtml(derived.html).length > 0)
    throw invalid('description_html', 'A sticky can’t contain images.')
  return {
    description: JSON.parse(new TextDecoder().decode(derived.json)),
    description_html: derived.html,
    description_stripped: await replaceMentionIdsByNames(
      ctx.em,
      ctx.workspace.id,
      new TextDecoder().decode(derived.text),
      derived.mention_ids,
    ),
  }
}
