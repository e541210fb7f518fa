import { newId } from '#common/platform/ids.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    webhook_id: string
    webhook_log_id: string
  }
}

export const featureFixture: FeatureFixture = {
  places: (side) => ({ webhook_id: side.webhook_id, webhook_log_id: side.webhook_log_id }),
  async inWorkspace({ admin, params, sql }) {
    const webhook = await admin.call('createWebhook', { params, body: { url: 'https://tom.example' } })
    const log = newId()
    await sql(
      `insert into webhook_logs (id, webhook_id, delivery_id, event_type, request_headers, request_body,
         response_status, response_headers, response_body, retry_count, duration_ms)
       values ($1, $2, $1, 'issue', '{}', '{}', 200, '{}', '', 0, 12)`,
      [log, webhook.id],
    )
    return { webhook_id: webhook.id, webhook_log_id: log }
  },
}
