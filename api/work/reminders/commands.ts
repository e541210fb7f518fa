import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { itemReminderCalls, reminderCalls } from '#common/work/reminders/calls.ts'
import { isAllowedReminderTime, remindersLimit } from '#common/work/reminders/rules.ts'
import { type ReminderRow, reminderRow } from '#common/work/reminders/schema.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { type Reminder, ReminderEntity } from './entity.ts'

/** Creates a reminder of an item that the caller can see. The item may also be archived. */
export async function createReminder(
  ctx: ProjectContext,
  issueId: string,
  input: BodyOf<typeof itemReminderCalls.createReminder>,
): Promise<ReminderRow> {
  assertAllowedTime(input.remind_at)
  await lockOwnMembership(ctx)
  return runInCurrentProjectOfItem(ctx, issueId, async ({ em, user, workspace, ...itemCtx }) => {
    const item = await loadWorkItem({ em, user, workspace, ...itemCtx }, issueId, { locked: true })
    const count = await em.count(ReminderEntity, { workspace_id: workspace.id, user_id: user.id })
    if (count >= remindersLimit)
      throw new AppError('conflict', `You can have at most ${remindersLimit} reminders.`)
    const reminder = em.create(ReminderEntity, {
      id: input.id ?? newId(),
      workspace_id: workspace.id,
      project_id: item.project_id,
      issue_id: item.id,
      user_id: user.id,
      remind_at: new Date(input.remind_at),
    })
    await em.flush()
    return presentRow(reminderRow, reminder)
  })
}

export async function updateReminder(
  ctx: WorkspaceContext,
  id: string,
  { remind_at }: BodyOf<typeof reminderCalls.updateReminder>,
): Promise<ReminderRow> {
  assertAllowedTime(remind_at)
  await lockOwnMembership(ctx)
  const reminder = await loadReminder(ctx, id)
  ctx.em.assign(reminder, { remind_at: new Date(remind_at) })
  await ctx.em.flush()
  return presentRow(reminderRow, reminder)
}

export async function deleteReminder(ctx: WorkspaceContext, id: string): Promise<undefined> {
  await lockOwnMembership(ctx)
  ctx.em.remove(await loadReminder(ctx, id))
  await ctx.em.flush()
}

async function loadReminder({ em, user, workspace }: WorkspaceContext, id: string): Promise<Reminder> {
  const reminder = await em.findOne(ReminderEntity, { id, workspace_id: workspace.id, user_id: user.id })
  if (reminder === null) throw notFound('Reminder not found')
  return reminder
}

function assertAllowedTime(remindAt: string): void {
  if (!isAllowedReminderTime(remindAt, Date.now()))
    throw invalid('remind_at', 'Choose a time in the next ten years.')
}
