import { AppError, notFound } from '#common/errors.ts'
import type { ProjectContext } from '../context.ts'
import { refuseArchived } from '../projects/commands.ts'
import { lockItems, writeItems } from './change-many.ts'
import { getWorkItem } from './queries.ts'

export async function getSubscription(ctx: ProjectContext, id: string): Promise<{ subscribed: boolean }> {
  const { subscriber_ids } = await getWorkItem(ctx, id)
  return { subscribed: subscriber_ids.includes(ctx.user.id) }
}

export async function subscribe(ctx: ProjectContext, id: string): Promise<{ subscribed: boolean }> {
  const changed = await setSubscribed(ctx, [id], true)
  if (changed === 0) throw new AppError('invalid', 'User already subscribed to the issue.')
  return { subscribed: true }
}

export async function unsubscribe(ctx: ProjectContext, id: string): Promise<undefined> {
  await setSubscribed(ctx, [id], false)
}

export async function subscribeToWorkItems(ctx: ProjectContext, ids: string[]) {
  return { message: `${await setSubscribed(ctx, ids, true)} issues were subscribed to` }
}

export async function unsubscribeFromWorkItems(ctx: ProjectContext, ids: string[]) {
  return { message: `${await setSubscribed(ctx, ids, false)} issues were unsubscribed from` }
}

/** Answers how many it was otherwise for. Who follows an item is no change to it: it does not come to the top of what changed last. */
async function setSubscribed(ctx: ProjectContext, ids: string[], wanted: boolean): Promise<number> {
  const me = ctx.user.id
  refuseArchived(ctx.project)
  const rows = await lockItems(ctx, ids)
  if (!ctx.project.sees_all && rows.some((row) => row.created_by !== me)) throw notFound('Issue not found')
  const differing = rows.filter((row) => row.subscriber_ids.includes(me) !== wanted)
  await writeItems(
    ctx,
    differing.map((before) => {
      const others = before.subscriber_ids.filter((id) => id !== me)
      return { before, patch: { subscriber_ids: wanted ? [...others, me] : others } }
    }),
    { silently: true },
  )
  return differing.length
}
