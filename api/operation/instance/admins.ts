import { sql } from 'kysely'
import { userLite } from '#common/identity/users/schema.ts'
import { type InstanceAdmin, instanceAdmin } from '#common/operation/instance/schema.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { role } from '#common/platform/roles.ts'
import { normalizeEmail } from '#common/platform/text.ts'
import { findAccount } from '../../identity/sign-in/accounts.ts'
import { lockActiveAccount } from '../../identity/users/lock-active.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'

export async function listInstanceAdmins(ctx: UserContext): Promise<InstanceAdmin[]> {
  return (await rows(ctx).execute()).map(presentAdmin)
}

export function getInstanceAdminMe(ctx: UserContext): Promise<InstanceAdmin> {
  return oneAdmin(ctx, ctx.user.id)
}

export async function addInstanceAdmin(ctx: UserContext, typed: string): Promise<InstanceAdmin> {
  const account = await findAccount(ctx.em, normalizeEmail(typed))
  if (account === undefined) throw invalid('email', 'There is no account with this email.')
  if (!account.is_active) throw invalid('email', 'This account is deactivated.')
  // The lock prevents that the account is deactivated while it becomes an admin.
  await lockActiveAccount(ctx.em, account.id)
  const inserted = await query(ctx.em)
    .insertInto('instance_admins')
    .values({ user_id: account.id, created_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  if (inserted.length > 0)
    addAuditEntry(ctx.em, { action: 'instance.admin_added', target: { kind: 'user', id: account.id } })
  return oneAdmin(ctx, account.id)
}

export async function removeInstanceAdmin(ctx: UserContext, id: string): Promise<undefined> {
  const db = query(ctx.em)
  // Lock all rows, since two admins who remove each other at the same time would leave no admin.
  const admins = await db.selectFrom('instance_admins').select('user_id').forUpdate().execute()
  if (admins.every(({ user_id }) => user_id !== id)) throw notFound()
  await assertNotLastAdmin(ctx, id)
  await db.deleteFrom('instance_admins').where('user_id', '=', id).execute()
  addAuditEntry(ctx.em, { action: 'instance.admin_removed', target: { kind: 'user', id } })
}

/** Refuses to remove the last admin who can sign in. */
async function assertNotLastAdmin({ em }: UserContext, id: string): Promise<void> {
  const another = await query(em)
    .selectFrom('instance_admins as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select('u.id')
    .where('u.is_active', '=', true)
    .where('u.id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  if (another === undefined)
    throw new AppError(
      'invalid',
      'You are the only instance admin. Make someone else an instance admin first.',
    )
}

async function oneAdmin(ctx: UserContext, id: string): Promise<InstanceAdmin> {
  return presentAdmin(await rows(ctx).where('a.user_id', '=', id).executeTakeFirstOrThrow())
}

function rows({ em }: UserContext) {
  return query(em)
    .selectFrom('instance_admins as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(userLite.keyof().options.map((name) => sql.ref<unknown>(`u.${name}`).as(name)))
    .select(['u.email', 'u.is_active', 'a.user_id', 'a.created_at'])
    .orderBy('a.created_at')
    .orderBy('a.user_id')
}

function presentAdmin(row: object & { user_id: string }): InstanceAdmin {
  const user_detail = presentRow(instanceAdmin.shape.user_detail, { ...row, id: row.user_id })
  return presentRow(instanceAdmin, {
    ...row,
    id: row.user_id,
    user: row.user_id,
    role: role.admin,
    user_detail,
  })
}
