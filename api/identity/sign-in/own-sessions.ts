import { parseUserAgent } from '#common/identity/sign-in/user-agent.ts'
import { type Session, session } from '#common/personal/account/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { hashToken, sessionsChannel } from '../../platform/http/session.ts'

export async function listSessions(ctx: UserContext): Promise<Session[]> {
  const rows = await query(ctx.em)
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', ctx.user.id)
    .where('expires_at', '>', new Date())
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const own = ownHash(ctx)
  return rows.map((row) =>
    presentRow(session, {
      ...row,
      ...parseUserAgent(row.user_agent ?? ''),
      is_current: row.token_hash === own,
    }),
  )
}

/** Ends a session and closes its connections. Sessions of other users are treated as not found. */
export async function endOwnSession(ctx: UserContext, id: string): Promise<undefined> {
  const ended = await query(ctx.em)
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', ctx.user.id)
    .returning(['token_hash', 'ip', 'user_agent'])
    .executeTakeFirst()
  if (ended === undefined) throw notFound('Session not found')
  const { browser, system } = parseUserAgent(ended.user_agent ?? '')
  addAuditEntry(ctx.em, {
    action: 'session.ended',
    target: { kind: 'session', id, name: [browser, system].filter((part) => part !== null).join(', ') },
    facts: { ended_ip: ended.ip },
  })
  if (ended.token_hash === ownHash(ctx)) ctx.http.clearSession()
  notifySessionsChanged(ctx)
}

/** Ends all other sessions of the user and closes their connections. */
export async function endOtherSessions(ctx: UserContext): Promise<undefined> {
  const { numDeletedRows } = await query(ctx.em)
    .deleteFrom('sessions')
    .where('user_id', '=', ctx.user.id)
    .where('token_hash', '<>', ownHash(ctx))
    .executeTakeFirstOrThrow()
  addAuditEntry(ctx.em, {
    action: 'session.others_ended',
    target: { kind: 'user', id: ctx.user.id },
    facts: { count: Number(numDeletedRows) },
  })
  notifySessionsChanged(ctx)
}

function notifySessionsChanged(ctx: UserContext): void {
  ctx.log.info({ user_id: ctx.user.id }, 'sessions ended')
  ctx.afterCommit(() => ctx.bus.publish(sessionsChannel, ctx.user.id))
}

function ownHash(ctx: UserContext): string {
  return hashToken(ctx.http.session_token ?? '')
}
