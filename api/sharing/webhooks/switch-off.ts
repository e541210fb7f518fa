import { accountDeleting } from '../../personal/account/delete-account.ts'
import { on } from '../../platform/db/events.ts'
import { WebhookEntity } from './entity.ts'

/** Webhooks send what an admin sees, and nobody answers for those of a deleted account. Another admin may switch them on again. */
export const webhooksSwitchOff = on(accountDeleting, async (em, { user_id }) => {
  for (const webhook of await em.find(WebhookEntity, { created_by: user_id }))
    em.assign(webhook, {
      created_by: null,
      ...(webhook.is_active && { is_active: false, off_reason: 'maker_left' }),
    })
  await em.flush()
})
