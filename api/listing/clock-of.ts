import { type Clock, clockIn } from '#common/listing/clock.ts'
import type { UserContext } from '../context.ts'
import { query } from '../db/orm.ts'

/** Days begin in the caller's time zone, as they have set it. */
export async function clockOf({ em, user }: UserContext): Promise<Clock> {
  const { user_timezone } = await query(em)
    .selectFrom('users')
    .select('user_timezone')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  return clockIn(user_timezone)
}
