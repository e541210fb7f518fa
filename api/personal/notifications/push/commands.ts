import { parseUserAgent } from '#common/identity/sign-in/user-agent.ts'
import type { pushCalls } from '#common/personal/notifications/push/calls.ts'
import { pushDevicesLimit } from '#common/personal/notifications/push/rules.ts'
import { type PushDevice, pushDevice } from '#common/personal/notifications/push/schema.ts'
import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { UserContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { presentRow } from '../../../platform/db/present.ts'
import { hashToken } from '../../../platform/http/session.ts'
import { getTranslator } from '../../../platform/locales.ts'
import { derivePushKeys } from './keys.ts'
import { sendPushJob } from './send-push.ts'

type Calls = typeof pushCalls

export function getPushKey({ config }: UserContext): ResponseOf<Calls['getPushKey']> {
  return { key: derivePushKeys(config).publicKey }
}

export async function listPushDevices(ctx: UserContext): Promise<PushDevice[]> {
  const rows = await query(ctx.em)
    .selectFrom('push_devices')
    .selectAll()
    .where('user_id', '=', ctx.user.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => presented(ctx, row))
}

/**
 * Registers a browser for push messages. A browser has one subscription, which moves to the current user when
 * it is registered again.
 */
export async function addPushDevice(
  ctx: UserContext,
  { endpoint, keys }: BodyOf<Calls['addPushDevice']>,
): Promise<PushDevice> {
  const { em, user, http } = ctx
  if (http.session_token === null)
    throw new AppError('forbidden', 'Only a signed-in browser can get notifications.')
  const db = query(em)
  // Lock the user, so that the limit also holds for concurrent requests.
  await db.selectFrom('users').select('id').where('id', '=', user.id).forNoKeyUpdate().execute()
  const others = await db
    .selectFrom('push_devices')
    .select('id')
    .where('user_id', '=', user.id)
    .where('endpoint', '<>', endpoint)
    .execute()
  if (others.length >= pushDevicesLimit)
    throw invalid('endpoint', `Notifications can be on in at most ${pushDevicesLimit} browsers.`)
  const values = {
    user_id: user.id,
    session_hash: hashToken(http.session_token),
    p256dh: keys.p256dh,
    auth: keys.auth,
    user_agent: http.user_agent.slice(0, 500),
  }
  const row = await db
    .insertInto('push_devices')
    .values({ id: newId(), endpoint, created_at: new Date(), ...values })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
  return presented(ctx, row)
}

export async function removePushDevice(ctx: UserContext, id: string): Promise<undefined> {
  const { numDeletedRows } = await query(ctx.em)
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .where('user_id', '=', ctx.user.id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw notFound('Browser not found')
}

export async function testPushDevice(ctx: UserContext, id: string): Promise<undefined> {
  const own = (await listPushDevices(ctx)).some((device) => device.id === id)
  if (!own) throw notFound('Browser not found')
  await ctx.limits.take('outgoing', ctx.user.id)
  const message = {
    title: 'Tandem',
    body: getTranslator(ctx.user.language).t('pushMessages.test'),
    path: '/',
    tag: 'test',
  }
  await ctx.jobs.enqueue(ctx.em, sendPushJob, { receiver: ctx.user.id, push_device_id: id, message })
}

interface Row {
  id: string
  user_agent: string
  session_hash: string
  created_at: Date
}

function presented({ http }: UserContext, row: Row): PushDevice {
  const is_current = http.session_token !== null && row.session_hash === hashToken(http.session_token)
  return presentRow(pushDevice, { ...row, ...parseUserAgent(row.user_agent), is_current })
}
