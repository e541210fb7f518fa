import { notFound } from '#common/platform/errors.ts'
import { type Webhook, webhook } from '#common/sharing/webhooks/schema.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { WebhookEntity, type WebhookRow } from './entity.ts'

export async function listWebhooks({ em, workspace }: WorkspaceContext): Promise<Webhook[]> {
  const rows = await em.find(
    WebhookEntity,
    { workspace_id: workspace.id, project_id: null },
    { orderBy: { created_at: 'desc', id: 'desc' } },
  )
  return rows.map(presentWebhook)
}

export async function loadWebhook({ em, workspace }: WorkspaceContext, id: string): Promise<WebhookRow> {
  const row = await em.findOne(WebhookEntity, { id, workspace_id: workspace.id, project_id: null })
  if (row === null) throw notFound('Webhook not found')
  return row
}

export function presentWebhook(row: WebhookRow): Webhook {
  return presentRow(webhook, { ...row, is_internal: false, version: 'v1' })
}
