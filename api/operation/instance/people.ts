import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { userLite } from '#common/identity/users/schema.ts'
import type { instanceCalls } from '#common/operation/instance/calls.ts'
import { type InstancePerson, instancePerson } from '#common/operation/instance/schema.ts'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { AppError, notFound } from '#common/platform/errors.ts'
import { reactivateAccount } from '../../identity/sign-in/reactivate.ts'
import { endAllSessions } from '../../identity/sign-in/sessions.ts'
import { resetTwoFactor } from '../../identity/sign-in/two-factor/commands.ts'
import { UserEntity } from '../../identity/users/entity.ts'
import { endServiceAccessOf } from '../../identity/users/service-accounts.ts'
import { userWorkspaceCountSql } from '../../organization/workspaces/queries.ts'
import type { UserContext } from '../../platform/context/context.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { likePatternContaining } from '../../platform/db/like.ts'
import { query } from '../../platform/db/orm.ts'
import { buildPageResponse, readPaginatedRows } from '../../platform/db/page.ts'
import { presentRow } from '../../platform/db/present.ts'

type Calls = typeof instanceCalls

export async function listInstancePeople(
  ctx: UserContext,
  sent: QueryOf<Calls['listInstancePeople']>,
): Promise<ResponseOf<Calls['listInstancePeople']>> {
  const found = people(ctx, sent.search)
  const { count } = await found
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const page = await readPaginatedRows(described(found), lastSeenFirst, sent)
  return buildPageResponse(page, Number(count), page.rows.map(presentPerson))
}

const lastSeen = sql<Date | null>`greatest(u.last_login_time, (
  select max(s.last_used_at) from sessions s where s.user_id = u.id
))`

const lastSeenFirst: OrderColumn[] = [
  { value: lastSeen, type: 'timestamptz', descending: true, canBeNull: true },
  { value: sql`u.created_at`, type: 'timestamptz', descending: true },
  { value: sql`u.id`, type: 'uuid' },
]

/**
 * Updates an account. Deactivation ends the sessions of the account immediately. Content and memberships of
 * the user remain, so that the account can be reactivated later.
 */
export async function updateInstancePerson(
  ctx: UserContext,
  id: string,
  is_active: boolean,
): Promise<InstancePerson> {
  const person = await ctx.em.findOne(UserEntity, { id, is_bot: false })
  if (person === null) throw notFound()
  if (!is_active) await assertCanDeactivate(ctx, id)
  if (person.is_active !== is_active) {
    if (is_active) await reactivateAccount(ctx.em, person)
    else {
      Object.assign(person, { is_active: false, deactivated_by: ctx.user.id })
      await ctx.em.flush()
      await endServiceAccessOf(ctx, id, null)
      await endAllSessions(ctx, ctx.em, id)
    }
  }
  return getInstanceUser(ctx, id)
}

/**
 * Resets two-factor authentication for a user who lost it, after the admin has verified their identity.
 * Admins must change their own factors in their settings, which ask for a proof of identity, so that an
 * unattended session is not enough.
 */
export async function resetInstancePersonFactor(ctx: UserContext, id: string): Promise<InstancePerson> {
  if (id === ctx.user.id)
    throw new AppError(
      'invalid',
      'Remove your own two-factor authentication in your settings under Security.',
    )
  await readPerson(ctx, id)
  await resetTwoFactor(ctx, ctx.em, id)
  return getInstanceUser(ctx, id)
}

async function assertCanDeactivate({ em, user }: UserContext, id: string): Promise<void> {
  if (id === user.id) throw new AppError('invalid', 'You can’t deactivate your own account here.')
  await assertNotInstanceAdmin(em, id)
}

/**
 * Throws if the account belongs to an instance admin. If the account has an admin row, locks this row until
 * the commit.
 */
export async function assertNotInstanceAdmin(em: EntityManager, id: string): Promise<void> {
  const admin = await query(em)
    .selectFrom('instance_admins')
    .select('user_id')
    .where('user_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (admin !== undefined)
    throw new AppError('invalid', 'This person is an instance admin. Remove that role first.')
}

/** Throws if the account does not exist or is erased. */
export async function getInstanceUser(ctx: UserContext, id: string): Promise<InstancePerson> {
  return presentPerson(await readPerson(ctx, id))
}

async function readPerson(ctx: UserContext, id: string): Promise<Row> {
  const row = await described(people(ctx, undefined).where('u.id', '=', id)).executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

function people({ em }: UserContext, search: string | undefined) {
  const all = query(em)
    .selectFrom('users as u')
    .where('u.is_bot', '=', false)
    .where('u.erased_at', 'is', null)
  if (!search) return all
  const wanted = likePatternContaining(search)
  return all.where((row) =>
    row.or([
      row('u.email', 'ilike', wanted),
      row('u.display_name', 'ilike', wanted),
      sql<boolean>`u.first_name || ' ' || u.last_name ilike ${wanted}`,
    ]),
  )
}

function described(found: ReturnType<typeof people>) {
  return found
    .leftJoin('instance_admins as a', 'a.user_id', 'u.id')
    .select(userLite.keyof().options.map((name) => sql.ref<unknown>(`u.${name}`).as(name)))
    .select(['u.email', 'u.is_active', 'u.is_email_verified', 'u.last_login_medium', 'u.last_login_time'])
    .select(['u.created_at', 'u.has_second_factor', 'a.user_id as admin_id', userWorkspaceCountSql])
    .select([
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      sql<string[]>`array(select l.provider from linked_accounts l where l.user_id = u.id order by 1)`.as(
        'providers',
      ),
      lastSeen.as('last_seen'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof described>['executeTakeFirstOrThrow']>>

function presentPerson({ has_password, providers, created_at, admin_id, ...row }: Row): InstancePerson {
  return presentRow(instancePerson, {
    ...row,
    methods: [...(has_password ? ['password'] : []), ...providers],
    is_instance_admin: admin_id !== null,
    date_joined: created_at,
  })
}
