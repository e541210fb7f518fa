import webPush from 'web-push'
import type { PushMessage } from '#common/personal/notifications/push/schema.ts'
import type { Job } from '../../../platform/context/job.ts'
import { query } from '../../../platform/db/orm.ts'
import { derivePushKeys } from './keys.ts'

/**
 * Seconds for which the push service stores a message that it cannot deliver. Users find older events in the
 * inbox.
 */
const timeToLive = 86_400

/**
 * Sends one message to one browser through the push service of its vendor. The content is encrypted, so the service
 * cannot read it.
 */
export const sendPushJob: Job<{ receiver: string; push_device_id: string; message: PushMessage }> = {
  name: 'send-push',
  retries: 4,
  retryAfter: [30, 600],
  endsWithin: 60,
  // Group the jobs by receiver, so that a slow push service delays only the messages of its own user.
  groupOf: ({ receiver }) => receiver,
  async run({ push_device_id, message }, { orm, config, web }) {
    const db = query(orm.em.fork())
    const device = await db
      .selectFrom('push_devices')
      .selectAll()
      .where('id', '=', push_device_id)
      .executeTakeFirst()
    if (device === undefined) return
    const { endpoint, p256dh, auth } = device
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: config.appUrl.replace(/^http:/, 'https:'), ...derivePushKeys(config) },
        contentEncoding: 'aes128gcm',
        TTL: timeToLive,
      },
    )
    const sent = Object.entries(headers).map(([name, value]) => [name, String(value)])
    const { status } = await web.post(endpoint, {
      headers: Object.fromEntries(sent),
      body: body ?? Buffer.alloc(0),
      patience: 10_000,
      most: 1024,
    })
    // The push service reports that the subscription has ended or is invalid.
    if (status === 404 || status === 410)
      await db.deleteFrom('push_devices').where('id', '=', device.id).execute()
    else if (status >= 400) throw new Error(`The push service responded with ${status}`)
  },
}
