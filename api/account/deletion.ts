import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountDeletion } from '#common/account/schema.ts'
import { AppError, invalid, notFound } from '#common/errors.ts'
import { findAccount } from '../auth/accounts.ts'
import { keepSecret, trySecret } from '../auth/mailed-secrets.ts'
import { passwordMatches } from '../auth/passwords.ts'
import type { Config } from '../config.ts'
import type { UserContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { hashToken } from '../http/session.ts'
import { activeMemberships } from '../workspaces/membership.ts'
import { aloneIn } from '../workspaces/sole-admin.ts'
import { leavingProblem } from './leave-all.ts'
import { mailDeletionCode } from './mails.ts'

/** What would go with an account and what would stay, counted, and by what its person has to prove themselves. */
export async function describeDeletion(ctx: UserContext): Promise<AccountDeletion> {
  const { em, user } = ctx
  const account = await findAccount(em, user.email)
  if (account === undefined) throw notFound()
  const of = (from: ReturnType<typeof sql>) => sql`(select count(*)::int from ${from})`
  const own = (table: string, column: string, also = 'true') =>
    of(sql`${sql.table(table)} where ${sql.ref(column)} = ${user.id} and ${sql.raw(also)}`)
  const { rows } = await sql<Omit<AccountDeletion['goes'], 'memberships'> & AccountDeletion['stays']>`select
    ${of(sql`(${aloneIn(user.id)}) alone`)} as workspaces,
    ${own('sessions', 'user_id')} as sessions, ${own('api_tokens', 'user_id')} as api_tokens,
    ${own('pages', 'owned_by', 'access = 1')} as private_pages, ${own('views', 'owned_by', 'access = 0')} as private_views,
    ${own('drafts', 'created_by')} as drafts, ${own('stickies', 'owner')} as stickies,
    ${own('work_items', 'created_by', 'deleted_at is null')} as work_items,
    ${own('work_item_comments', 'actor', 'removed_at is null')} as comments,
    ${own('pages', 'owned_by', 'access = 0 and deleted_at is null')} as pages,
    ${own('work_item_attachments', 'created_by', 'deleted_at is null')} as files`.execute(query(em))
  const [counted] = rows
  if (counted === undefined) throw notFound()
  const { work_items, comments, pages, files, ...goes } = counted
  return {
    problem: await leavingProblem(ctx),
    asks_for: account.is_password_autoset ? 'code' : 'password',
    goes: { memberships: (await activeMemberships(em, user.id)).length, ...goes },
    stays: { work_items, comments, pages, files },
  }
}

/** To the own address, for who has no password. */
export async function generateDeletionCode(ctx: UserContext): Promise<{ message: string }> {
  const { em, user, config } = ctx
  await ctx.limits.take('mail', `delete:${user.id}`)
  const subject = subjectOf(user)
  const id = await keepSecret(em, 'delete_account', subject, (made) =>
    hashOf(config, subject, codeOf(config, made)),
  )
  if (id === null) throw new AppError('rate_limited', 'Too many codes were sent. Try again in ten minutes.')
  await mailDeletionCode(ctx, user.email, codeOf(config, id))
  return { message: 'Verification code sent to email' }
}

export interface Proof {
  password: string
  code: string
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Throws unless it is the person themselves; answers the id of the code to spend, null where the password proves it. */
export async function proveOneself(ctx: UserContext, account: Account, sent: Proof): Promise<string | null> {
  if (!account.is_password_autoset) {
    if (sent.password === '') throw invalid('password', 'Enter your password.')
    // Counted for this session: who is signed in is not held up by strangers who guess.
    const session = hashToken(ctx.http.session_token ?? '')
    await ctx.limits.take('device', session)
    if (!(await passwordMatches(account.password_hash, sent.password)))
      throw invalid('password', 'This is not your password.')
    await ctx.limits.giveBack('device', session)
    return null
  }
  const subject = subjectOf(ctx.user)
  const hash = hashOf(ctx.config, subject, sent.code.replace(/\s/g, ''))
  const tried = await ctx.writing((em) => trySecret(em, 'delete_account', subject, hash))
  if (tried.result === 'right') return tried.id
  throw invalid(
    'code',
    tried.result === 'wrong' ? 'Invalid verification code' : 'Verification code has expired or is invalid',
  )
}

function subjectOf({ id, email }: UserContext['user']): string {
  return `${id}:${email}`
}

/** Made of the id, so that the same code can be mailed again; with a key that the database does not hold. */
function codeOf({ secret }: Config, id: string): string {
  const digest = createHmac('sha256', secret).update(`deletion-code-of:${id}`).digest()
  return String(100_000 + (digest.readUIntBE(0, 6) % 900_000))
}

function hashOf({ secret }: Config, subject: string, code: string): string {
  return createHmac('sha256', secret).update(`deletion-code:${subject}:${code}`).digest('hex')
}
