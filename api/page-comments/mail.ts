import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { escapeHtml } from '#common/escape-html.ts'
import { newId } from '#common/ids.ts'
import { isQuiet } from '#common/notifications/rules.ts'
import { signed } from '../auth/signed.ts'
import type { Config } from '../config.ts'
import { query } from '../db/orm.ts'
import { documentAccess } from '../documents/access.ts'
import type { Job, JobPorts } from '../jobs/job.ts'
import { oneByOne } from '../jobs/one-by-one.ts'
import type { Mail } from '../mail/mailer.ts'
import { sendMail } from '../mail/send-mail.ts'
import { excerpt } from '../notifications/follow-comments.ts'
import { timeIn } from '../notifications/take-batches.ts'
import { unsubscribePath, unsubscribePurpose } from '../notifications/unsubscribe.ts'

/** Every five minutes: what was said of a page since then, to each person in one mail a page. */
export const mailPageComments: Job = {
  name: 'mail-page-comments',
  cron: '*/5 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 280,
  run: (_, ports) => mailAllPageComments(ports),
}

type Ports = Pick<JobPorts, 'orm' | 'config' | 'enqueue'>

/** In a transaction a person, as notifications are mailed; in quiet hours it waits. */
export async function mailAllPageComments(ports: Ports, now = new Date()): Promise<void> {
  const waiting = await query(ports.orm.em.fork())
    .selectFrom('page_comment_mails as m')
    .innerJoin('users as u', 'u.id', 'm.receiver')
    .leftJoin('notification_preferences as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.user_timezone', 'p.quiet_from', 'p.quiet_to'])
    .select([
      sql<boolean>`u.is_active and coalesce(p.comment, true)`.as('comment'),
      sql<boolean>`u.is_active and coalesce(p.mention, true)`.as('mention'),
    ])
    .distinct()
    .execute()
  await oneByOne(waiting, async ({ quiet_from, quiet_to, ...receiver }) => {
    if (isQuiet({ quiet_from, quiet_to }, timeIn(receiver.user_timezone, now))) return
    await ports.orm.em.fork().transactional(async (transaction) => {
      const em = transaction as EntityManager
      const taken = (await take(em, receiver.id)).filter(({ is_mention }) =>
        is_mention ? receiver.mention : receiver.comment,
      )
      for (const [pageId, said] of Map.groupBy(taken, ({ page_id }) => page_id)) {
        if ((await documentAccess(em, receiver.id, `page:${pageId}`)) !== null)
          await ports.enqueue(em, sendMail, compose(ports.config, receiver, said))
      }
    })
  })
}

type Said = Awaited<ReturnType<typeof take>>[number]

/** What nobody has deleted since, of pages in a project: elsewhere no comments are shown. It waits no more, whatever becomes of it. */
async function take(em: EntityManager, receiver: string) {
  const db = query(em)
  const gone = await db
    .deleteFrom('page_comment_mails')
    .where('receiver', '=', receiver)
    .returning(['comment_id', 'is_mention'])
    .execute()
  const mentions = new Map(gone.map(({ comment_id, is_mention }) => [comment_id, is_mention]))
  const rows = await db
    .selectFrom('page_comments as c')
    .innerJoin('pages as p', 'p.id', 'c.page_id')
    .innerJoin('workspaces as w', 'w.id', 'c.workspace_id')
    .innerJoin('users as u', 'u.id', 'c.actor')
    .select([
      'c.id',
      'c.page_id',
      'c.comment_stripped',
      'c.project_ids',
      'p.name',
      'w.slug',
      'u.display_name',
    ])
    .where(sql<boolean>`c.id = any(${[...mentions.keys()]}::uuid[])`)
    .where('c.removed_at', 'is', null)
    .where(sql<boolean>`cardinality(c.project_ids) > 0`)
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({ ...row, is_mention: mentions.get(row.id) === true }))
}

/** It leads to the last of it; earlier ones are beside that. */
function compose(config: Config, { id, email }: { id: string; email: string }, said: Said[]): Mail {
  const last = said.at(-1)
  const name = last?.name || 'Untitled'
  const place = `${config.appUrl}/${last?.slug}`
  const url = `${place}/projects/${last?.project_ids[0]}/pages/${last?.page_id}#comment-${last?.id}`
  const unsubscribe = `${config.appUrl}${unsubscribePath}${signed(config, unsubscribePurpose, id)}`
  const settings = `${place}/settings/profile/notifications`
  const parts = said.map(({ display_name, is_mention, comment_stripped }) => ({
    deed: `${display_name} ${is_mention ? 'mentioned you in a comment' : 'commented'}`,
    quote: excerpt(comment_stripped),
  }))
  const why = 'You hear of this since the page is yours, you take part in the thread or are mentioned.'
  const host = new URL(config.appUrl).hostname
  return {
    to: email,
    subject: `Comments on ${name}`,
    text: [
      `${name}\n${url}`,
      ...parts.map(({ deed, quote }) => `${deed}\n    ${quote}`),
      `${why}\nChange what you are told by mail: ${settings}\nNo more mails like this: ${unsubscribe}`,
    ].join('\n\n'),
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><body><p><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></p>${parts
      .map(({ deed, quote }) => `<p>${escapeHtml(deed)}</p><blockquote>${escapeHtml(quote)}</blockquote>`)
      .join(
        '',
      )}<p><small>${why}<br><a href="${escapeHtml(settings)}">Change what you are told by mail</a> · <a href="${escapeHtml(unsubscribe)}">No more mails like this</a></small></p></body></html>`,
    thread: { id: `${newId()}@${host}`, of: `page-${last?.page_id}@${host}` },
    unsubscribe,
  }
}
