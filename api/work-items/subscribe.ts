import type { AnswerOf } from '#common/call.ts'
import { AppError } from '#common/errors.ts'
import type { subscribeCalls } from '#common/work-items/subscribe-calls.ts'
import type { ProjectContext } from '../context.ts'
import { loadWorkItem } from './load.ts'
import { lockItems } from './lock-items.ts'
import { writeItems } from './write-items.ts'

type Subscribed = AnswerOf<typeof subscribeCalls.isSubscribed>
type Message = AnswerOf<typeof subscribeCalls.subscribeToMany>

export async function isSubscribed(ctx: ProjectContext, id: string): Promise<Subscribed> {
  const { subscriber_ids } = await loadWorkItem(ctx, id)
  return { subscribed: subscriber_ids.includes(ctx.user.id) }
}

export async function subscribe(ctx: ProjectContext, id: string): Promise<Subscribed> {
  const { changed } = await setSubscribed(ctx, [id], true)
  if (changed === 0) throw new AppError('invalid', 'User already subscribed to the issue.')
  return { subscribed: true }
}

export async function unsubscribe(ctx: ProjectContext, id: string): Promise<undefined> {
  await setSubscribed(ctx, [id], false)
}

export async function subscribeToMany(ctx: ProjectContext, ids: string[]): Promise<Message> {
  const { named } = await setSubscribed(ctx, ids, true)
  return { message: `Subscribed to ${named} issues` }
}

export async function unsubscribeFromMany(ctx: ProjectContext, ids: string[]): Promise<Message> {
  const { named } = await setSubscribed(ctx, ids, false)
  return { message: `Unsubscribed from ${named} issues` }
}

/** To hear of an item does not change it: it is updated by nobody, and stays where it is among those that were updated last. */
async function setSubscribed(
  ctx: ProjectContext,
  ids: string[],
  wanted: boolean,
): Promise<{ named: number; changed: number }> {
  const me = ctx.user.id
  const rows = await lockItems(ctx, ids)
  const changed = rows.filter((row) => row.subscriber_ids.includes(me) !== wanted)
  await writeItems(
    ctx,
    changed.map((before) => {
      const others = before.subscriber_ids.filter((id) => id !== me)
      return { before, patch: { subscriber_ids: wanted ? [...others, me] : others } }
    }),
    { edited: false },
  )
  return { named: rows.length, changed: changed.length }
}
