import { sql } from 'kysely'
import { notFound } from '#common/platform/errors.ts'
import { type ChatTarget, chatTarget } from '#common/sharing/webhooks/chat-targets/schema.ts'
import type { ProjectContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { presentRow } from '../../../platform/db/present.ts'
import { WebhookEntity, type WebhookRow } from '../entity.ts'

export async function listChatTargets(ctx: ProjectContext): Promise<ChatTarget[]> {
  const rows = await ctx.em.find(
    WebhookEntity,
    { project_id: ctx.project.id },
    { orderBy: { created_at: 'desc', id: 'desc' } },
  )
  const attempts = await loadLastAttempts(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentChatTarget(row, attempts.get(row.id)))
}

export async function loadChatTarget({ em, project }: ProjectContext, id: string): Promise<WebhookRow> {
  const row = await em.findOne(WebhookEntity, { id, project_id: project.id })
  if (row === null) throw notFound('Chat target not found')
  return row
}

/** Returns the chat target with its last attempt. */
export async function presentWithLastAttempt(ctx: ProjectContext, row: WebhookRow): Promise<ChatTarget> {
  return presentChatTarget(row, (await loadLastAttempts(ctx, [row.id])).get(row.id))
}

interface Attempt {
  webhook_id: string
  created_at: Date
  error: string | null
}

function presentChatTarget(row: WebhookRow, last: Attempt | undefined): ChatTarget {
  return presentRow(chatTarget, {
    ...row,
    host: row.url,
    events: row.chat_events,
    last_attempt_at: last?.created_at ?? null,
    last_error: last?.error ?? null,
  })
}

async function loadLastAttempts({ em }: ProjectContext, ids: string[]): Promise<Map<string, Attempt>> {
  const { rows } = await sql<Attempt>`
    select wanted.id as webhook_id, log.created_at, log.error
    from unnest(${ids}::uuid[]) as wanted (id) cross join lateral (
      select created_at, error from webhook_logs where webhook_id = wanted.id
      order by created_at desc, id desc limit 1) as log`.execute(query(em))
  return new Map(rows.map((row) => [row.webhook_id, row]))
}
