import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { notificationPreferenceCalls } from '#common/personal/notifications/calls.ts'
import {
  type NotificationPreferences,
  notificationPreferences,
} from '#common/personal/notifications/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { NotificationPreferencesEntity } from './entity.ts'

/** Preferences of a user who has not changed any of them. */
export const defaultNotificationPreferences: NotificationPreferences = {
  property_change: true,
  state_change: true,
  issue_completed: true,
  comment: true,
  mention: true,
  due_date: true,
  push_property_change: true,
  push_state_change: true,
  push_issue_completed: true,
  push_comment: true,
  push_mention: true,
  push_due_date: true,
  quiet_from: null,
  quiet_to: null,
}

export async function getPreferences({ em, user }: UserContext): Promise<NotificationPreferences> {
  const row = await em.findOne(NotificationPreferencesEntity, { user_id: user.id })
  return presentRow(notificationPreferences, row ?? defaultNotificationPreferences)
}

export async function updatePreferences(
  { em, user }: UserContext,
  input: BodyOf<typeof notificationPreferenceCalls.updateNotificationPreferences>,
): Promise<NotificationPreferences> {
  // Two browser tabs may insert the first row at the same time. The second insert then does nothing.
  await sql`insert into notification_preferences (id, user_id) values (${newId()}::uuid, ${user.id}::uuid)
    on conflict (user_id) do nothing`.execute(query(em))
  const row = await em.findOneOrFail(
    NotificationPreferencesEntity,
    { user_id: user.id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  em.assign(row, input)
  if ((row.quiet_from === null) !== (row.quiet_to === null))
    throw invalid('quiet_to', 'Quiet hours need a start and an end.')
  await em.flush()
  return presentRow(notificationPreferences, row)
}
