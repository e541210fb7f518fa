import { type RawBuilder, sql } from 'kysely'
import {
  type ProfileProject,
  profileProject,
  type UserProfile,
  type UserStats,
  userProfile,
} from '#common/personal/profiles/schema.ts'
import { cycleStatus } from '#common/planning/cycles/rules.ts'
import { notFound } from '#common/platform/errors.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import type { StateGroup } from '#common/work/states/schema.ts'
import type { Priority } from '#common/work/work-items/priorities.ts'
import { currentAndFormerMembers } from '../../access/people.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { conditionToSql } from '../../work/listing/condition.ts'
import { workspaceItemAccessScope } from '../../work/listing/listable.ts'

/** Number of assigned items with one combination of project, state group and priority. */
interface Share {
  project_id: string
  state__group: StateGroup
  priority: Priority
  count: number
}

export async function getUserStats(ctx: WorkspaceContext, userId: string): Promise<UserStats> {
  await assertIsOrWasMember(ctx, userId)
  const visible = await visibleItems(ctx)
  const assigned = await assignedShares(ctx, visible, userId)
  const created = await countsByProject(ctx, visible, sql`created_by = ${userId}`)
  const subscribed = await countsByProject(ctx, visible, sql`subscriber_ids @> array[${userId}::uuid]`)
  const sum = (shares: readonly { count: number }[]) => shares.reduce((all, { count }) => all + count, 0)
  const by = <Key extends string>(keyOf: (share: Share) => Key) =>
    [...Map.groupBy(assigned, keyOf)].map(([key, shares]) => [key, sum(shares)] as const)
  return {
    created_issues: sum(created),
    assigned_issues: sum(assigned),
    completed_issues: sum(assigned.filter(isCompleted)),
    pending_issues: sum(assigned.filter(isPending)),
    subscribed_issues: sum(subscribed),
    ...(await cyclesOf(ctx, visible, userId)),
    state_distribution: by((share) => share.state__group).map(([state_group, state_count]) => ({
      ...{ state_group, state_count },
    })),
    priority_distribution: by((share) => share.priority).map(([priority, priority_count]) => ({
      ...{ priority, priority_count },
    })),
  }
}

/**
 * Returns the profile of a user. For workspace guests, it contains neither the projects nor the email
 * address.
 */
export async function getUserProfile(ctx: WorkspaceContext, userId: string): Promise<UserProfile> {
  await assertIsOrWasMember(ctx, userId)
  const isMember = hasRoleAtLeast(ctx.workspace.role, role.member)
  const user = await query(ctx.em)
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    project_data: isMember ? await projectData(ctx, userId) : [],
    user_data: presentRow(userProfile.shape.user_data, { ...user, email: isMember ? user.email : null }),
  }
}

async function projectData(ctx: WorkspaceContext, userId: string): Promise<ProfileProject[]> {
  const visible = await visibleItems(ctx)
  const assigned = await assignedShares(ctx, visible, userId)
  const created = await countsByProject(ctx, visible, sql`created_by = ${userId}`)
  const ids = [...new Set([...assigned, ...created].map(({ project_id }) => project_id))]
  const projects = await query(ctx.em)
    .selectFrom('projects')
    .select(['id', 'name', 'identifier', 'logo_props'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('name')
    .execute()
  return projects.map((project) => {
    const inProject = <Row extends { project_id: string; count: number }>(
      rows: Row[],
      has?: (row: Row) => boolean,
    ) =>
      rows
        .filter((row) => row.project_id === project.id && (has?.(row) ?? true))
        .reduce((all, { count }) => all + count, 0)
    return presentRow(profileProject, {
      ...project,
      created_issues: inProject(created),
      assigned_issues: inProject(assigned),
      completed_issues: inProject(assigned, isCompleted),
      pending_issues: inProject(assigned, isPending),
    })
  })
}

const isCompleted = ({ state__group }: Share) => state__group === 'completed'
const isPending = ({ state__group }: Share) => state__group !== 'completed' && state__group !== 'cancelled'

/** Throws `not_found` unless the user (`userId`) is or was a member of the workspace. */
export async function assertIsOrWasMember(
  { em, workspace }: WorkspaceContext,
  userId: string,
): Promise<void> {
  const person = await currentAndFormerMembers(em, workspace.id).where('u.id', '=', userId).executeTakeFirst()
  if (person === undefined) throw notFound()
}

/** Returns an SQL condition on `work_items`: true for items that the caller's lists show. */
async function visibleItems(ctx: WorkspaceContext): Promise<RawBuilder<boolean>> {
  const { workspace_id, project_ids, access } = await workspaceItemAccessScope(ctx)
  return sql<boolean>`(workspace_id = ${workspace_id}::uuid and project_id = any(${project_ids}::uuid[]) and deleted_at is null
    and archived_at is null and not is_draft and state__group <> 'triage' and ${conditionToSql(access)})`
}

async function assignedShares(
  { em }: WorkspaceContext,
  visible: RawBuilder<boolean>,
  userId: string,
): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select project_id, state__group, priority, count(*)::int as count from work_items
    where ${visible} and assignee_ids @> array[${userId}::uuid] group by 1, 2, 3`.execute(query(em))
  return rows
}

async function countsByProject(
  { em }: WorkspaceContext,
  visible: RawBuilder<boolean>,
  of: RawBuilder<unknown>,
) {
  const { rows } = await sql<{ project_id: string; count: number }>`
    select project_id, count(*)::int as count from work_items where ${visible} and ${of} group by 1`.execute(
    query(em),
  )
  return rows
}

async function cyclesOf({ em }: WorkspaceContext, visible: RawBuilder<boolean>, userId: string) {
  const { rows } = await sql<{
    id: string
    name: string
    project_id: string
    start_date: string
    end_date: string
  }>`
    select c.id, c.name, c.project_id, to_json(c.start_date) as start_date, to_json(c.end_date) as end_date
    from cycles c join projects p on p.id = c.project_id and p.cycle_view
    where c.deleted_at is null and c.archived_at is null and c.end_date > now() and c.id in (
      select cycle_id from work_items
      where ${visible} and assignee_ids @> array[${userId}::uuid] and cycle_id is not null)
    order by c.start_date, c.id`.execute(query(em))
  const now = Date.now()
  const cyclesWithStatus = (status: string) =>
    rows
      .filter((row) => cycleStatus(row, now) === status)
      .map((row) => ({ cycle__id: row.id, cycle__name: row.name, cycle__project_id: row.project_id }))
  return { present_cycles: cyclesWithStatus('CURRENT'), upcoming_cycles: cyclesWithStatus('UPCOMING') }
}
