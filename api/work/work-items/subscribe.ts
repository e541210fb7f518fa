import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid, notFound } from '#common/platform/errors.ts'
import { canCreateWorkItems } from '#common/work/work-items/rules.ts'
import type { subscribeCalls } from '#common/work/work-items/subscribe-calls.ts'
import { projectActor } from '../../access/actor.ts'
import { assertItemWritable } from '../../access/guard.ts'
import { mentionableUsers } from '../../access/people.ts'
import { listProjectMembers } from '../../organization/projects/members.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { runInCurrentProjectOfItem } from './current-project.ts'
import { loadWorkItem } from './load.ts'
import { lockItems } from './lock-items.ts'
import { writeItems } from './write-items.ts'

type Calls = typeof subscribeCalls
type Subscribed = ResponseOf<typeof subscribeCalls.isSubscribed>
type Message = ResponseOf<typeof subscribeCalls.subscribeToMany>

export async function isSubscribed(ctx: ProjectContext, id: string): Promise<Subscribed> {
  const { subscriber_ids } = await loadWorkItem(ctx, id)
  return { subscribed: subscriber_ids.includes(ctx.user.id) }
}

export async function subscribe(ctx: ProjectContext, id: string): Promise<Subscribed> {
  const { changed } = await setSubscribed(ctx, [id], ctx.user.id, true)
  if (changed === 0) throw new AppError('invalid', 'User already subscribed to the issue.')
  return { subscribed: true }
}

export async function unsubscribe(ctx: ProjectContext, id: string): Promise<undefined> {
  await setSubscribed(ctx, [id], ctx.user.id, false)
}

export async function subscribeToMany(ctx: ProjectContext, ids: string[]): Promise<Message> {
  const { named } = await setSubscribed(ctx, ids, ctx.user.id, true)
  return { message: `Subscribed to ${named} issues` }
}

export async function unsubscribeFromMany(ctx: ProjectContext, ids: string[]): Promise<Message> {
  const { named } = await setSubscribed(ctx, ids, ctx.user.id, false)
  return { message: `Unsubscribed from ${named} issues` }
}

export function listSubscribers(
  ctx: ProjectContext,
  id: string,
): Promise<ResponseOf<Calls['listSubscribers']>> {
  return runInCurrentProjectOfItem(ctx, id, async (itemCtx) => {
    const { subscriber_ids } = await loadWorkItem(itemCtx, id)
    const members = await listProjectMembers(itemCtx)
    return members.map((one) => ({ ...one, is_subscribed: subscriber_ids.includes(one.member_id) }))
  })
}

export function addSubscriber(
  ctx: ProjectContext,
  id: string,
  { subscriber }: BodyOf<Calls['addSubscriber']>,
): Promise<ResponseOf<Calls['addSubscriber']>> {
  return forOthers(ctx, id, async (itemCtx) => {
    const able = await mentionableUsers(itemCtx.em, itemCtx.project.id, itemCtx.workspace.id, [subscriber])
    if (able.length === 0) throw invalid('subscriber', 'Only people in the project can follow a work item.')
    const { changed } = await setSubscribed(itemCtx, [id], subscriber, true)
    if (changed === 0) throw invalid('subscriber', 'User already subscribed to the issue.')
    return { issue: id, subscriber }
  })
}

export async function removeSubscriber(ctx: ProjectContext, id: string, person: string): Promise<undefined> {
  await forOthers(ctx, id, async (itemCtx) => {
    const { changed } = await setSubscribed(itemCtx, [id], person, false)
    if (changed === 0) throw notFound('Subscriber not found')
  })
}

function forOthers<Result>(
  ctx: ProjectContext,
  id: string,
  change: (itemCtx: ProjectContext) => Promise<Result>,
): Promise<Result> {
  return runInCurrentProjectOfItem(ctx, id, async (itemCtx) => {
    if (!canCreateWorkItems(projectActor(itemCtx))) throw forbidden()
    assertItemWritable(itemCtx.project, await loadWorkItem(itemCtx, id))
    return change(itemCtx)
  })
}

/**
 * Subscribes or unsubscribes the caller. `updated_at` does not change, because a subscription must not move the
 * item in lists that are sorted by the last update.
 */
async function setSubscribed(
  ctx: ProjectContext,
  ids: string[],
  person: string,
  wanted: boolean,
): Promise<{ named: number; changed: number }> {
  const rows = await lockItems(ctx, ids)
  const changed = rows.filter((row) => row.subscriber_ids.includes(person) !== wanted)
  await writeItems(
    ctx,
    changed.map((before) => {
      const others = before.subscriber_ids.filter((id) => id !== person)
      return { before, patch: { subscriber_ids: wanted ? [...others, person] : others } }
    }),
    { edited: false },
  )
  return { named: rows.length, changed: changed.length }
}
