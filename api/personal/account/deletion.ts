import { sql } from 'kysely'
import type { AccountDeletion } from '#common/personal/account/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { loadActiveMemberships } from '../../organization/workspaces/membership.ts'
import { workspacesWithSingleMemberSql } from '../../organization/workspaces/sole-admin.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { handedOverPagesSql } from './hand-over-pages.ts'
import { leaveWorkspacesProblem } from './leave-workspaces.ts'

/** Counts what would be deleted with the account and what would stay. */
export async function previewAccountDeletion(ctx: UserContext): Promise<AccountDeletion> {
  const { em, user } = ctx
  const of = (from: ReturnType<typeof sql>) => sql`(select count(*)::int from ${from})`
  const own = (table: string, column: string, also = 'true') =>
    of(sql`${sql.table(table)} where ${sql.ref(column)} = ${user.id} and ${sql.raw(also)}`)
  const handedOver = sql`(${handedOverPagesSql(user.id)}) handed_over`
  const { rows } = await sql<Omit<AccountDeletion['goes'], 'memberships'> & AccountDeletion['stays']>`select
    ${of(sql`(${workspacesWithSingleMemberSql(user.id)}) alone`)} as workspaces,
    ${own('sessions', 'user_id')} as sessions, ${own('api_tokens', 'user_id')} as api_tokens,
    ${own('pages', 'owned_by', 'access = 1')} - ${of(handedOver)} as private_pages, ${own('views', 'owned_by', 'access = 0')} as private_views,
    ${own('drafts', 'created_by')} as drafts, ${own('stickies', 'owner')} as stickies,
    ${own('work_items', 'created_by', 'deleted_at is null')} as work_items,
    ${own('work_item_comments', 'actor', 'removed_at is null')}
      + ${own('page_comments', 'actor', 'removed_at is null')} as comments,
    ${own('pages', 'owned_by', 'access = 0 and deleted_at is null')}
      + ${of(sql`${handedOver} where deleted_at is null`)} as pages,
    ${own('work_item_attachments', 'created_by', 'deleted_at is null')} as files`.execute(query(em))
  const [counted] = rows
  if (counted === undefined) throw notFound()
  const { work_items, comments, pages, files, ...deletedCounts } = counted
  return {
    problem: await leaveWorkspacesProblem(ctx),
    goes: { memberships: (await loadActiveMemberships(em, user.id)).length, ...deletedCounts },
    stays: { work_items, comments, pages, files },
  }
}
