import type { EntityManager } from '@mikro-orm/postgresql'
import type { JobPorts } from '../../platform/context/job.ts'
import { query } from '../../platform/db/orm.ts'
import { translateMessage } from '../../platform/locales.ts'
import { enqueueMail, loadLanguageByEmail } from '../../platform/mail/enqueue-mail.ts'
import type { WebhookRow } from './entity.ts'

/** Emails the owner of a webhook that it was switched off, if the owner's account is still active. */
export async function enqueueWebhookDisabledEmail(
  em: EntityManager,
  { workspace_id, project_id, created_by, url, name }: WebhookRow,
  error: string,
  { enqueue, config }: Pick<JobPorts, 'enqueue' | 'config'>,
): Promise<void> {
  const found = await query(em)
    .selectFrom('workspaces as w')
    .innerJoin('users as u', (join) => join.on('u.id', '=', created_by))
    .select(['w.name', 'w.slug', 'u.email'])
    .where('w.id', '=', workspace_id)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  if (found === undefined) return
  const screen = project_id === null ? 'webhooks' : `projects/${project_id}/chat`
  const link = `${config.appUrl}/${found.slug}/settings/${screen}`
  const language = (await loadLanguageByEmail(em, found.email)) ?? 'en'
  const values = { workspace: found.name, error: translateMessage(language, error), url: name ?? url, link }
  await enqueueMail({ em, jobs: { enqueue } }, 'webhookTurnedOff', { to: found.email, values })
}
