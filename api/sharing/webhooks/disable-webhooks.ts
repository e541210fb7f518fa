import { accountDeleting } from '../../personal/account/delete-account.ts'
import { listenTo } from '../../platform/db/events.ts'
import { WebhookEntity } from './entity.ts'

/**
 * Switches off the webhooks of a user who deletes their account, because these webhooks send what that user
 * can see. Another admin may switch them on again.
 */
export const disableWebhooksOfDeletedAccount = listenTo(accountDeleting, async (em, { user_id }) => {
  for (const webhook of await em.find(WebhookEntity, { created_by: user_id }))
    em.assign(webhook, {
      created_by: null,
      ...(webhook.is_active && { is_active: false, off_reason: 'maker_left' }),
    })
  await em.flush()
})
