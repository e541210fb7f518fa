import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * A browser that receives push messages. The messages are encrypted with the browser's keys. The row is
 * deleted together with the session in which the browser was registered.
 */
export const PushDeviceEntity = defineEntity({
  name: 'PushDevice',
  tableName: 'push_devices',
  properties: {
    id: p.uuid().primary(),
    user_id: p.uuid(),
    session_hash: p.text(),
    endpoint: p.text(),
    p256dh: p.text(),
    auth: p.text(),
    user_agent: p.text(),
    created_at: p.datetime(),
  },
})
