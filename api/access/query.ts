import { sql } from 'kysely'
import { type ProjectFeatureFlag, projectFeatureFlags } from '#common/platform/guards.ts'
import { canFindProject, canSeeWholeProject, projectRole, type Role, roles } from '#common/platform/roles.ts'

interface Member {
  workspace_id: string
  slug: string
  user_id: string
  workspace_role: Role
  is_account_active: boolean
  /**
   * True when the workspace requires two-factor authentication and the user has not set it up. The user then
   * has no access to the workspace.
   */
  lacks_second_factor: boolean
}

interface Access extends Member, Record<ProjectFeatureFlag, boolean> {
  project_id: string
  identifier: string
  archived_at: Date | null
  created_at: Date
  /** Effective role in the project, or null if the user has no access to the project. */
  role: Role | null
  /**
   * Role and sidebar position of the user's active membership in the project, or null if the user is not a
   * member of the project.
   */
  member_role: Role | null
  sort_order: number | null
  /** Is false for a guest who can see only the work items that the guest created. */
  sees_all: boolean
  /** True when the user may know that the project exists: they have a role in it or may join it. */
  is_findable: boolean
}

/**
 * SQL for the rules of `common/platform/roles.ts`. The SQL is generated from the results of the TypeScript
 * functions, so that the rules are defined only once.
 */

const roleInProject = `case ${roles
  .flatMap((inWorkspace) =>
    [null, ...roles].flatMap((joined) => {
      const effectiveRole = projectRole({ workspace_role: inWorkspace, member_role: joined })
      if (effectiveRole === null) return []
      return `when wm.role = ${inWorkspace} and ${joined === null ? 'm.role is null' : `m.role = ${joined}`} then ${effectiveRole}`
    }),
  )
  .join(' ')} end`

const seesAll = `role is not null and (role in (${roles.filter((one) => canSeeWholeProject(one, false))})
  or (guest_view_all_features and role in (${roles.filter((one) => canSeeWholeProject(one, true))})))`

const isFindable = `role is not null
  or (network = 2 and workspace_role in (${roles.filter((inWorkspace) => canFindProject(inWorkspace, null, 2))}))`

const featureColumns = projectFeatureFlags.map((name) => `p.${name}`).join(', ')

/** A service account has no factor of its own, so its owner needs one. */
const hasSecondFactor = `case when u.is_service_account then coalesce((
    select o.has_second_factor from service_accounts sa join users o on o.id = sa.owner_id where sa.id = u.id), false)
  else u.has_second_factor end`

const memberColumns = `w.id as workspace_id, w.slug, wm.member_id as user_id, wm.role as workspace_role,
  u.is_active as is_account_active, (w.requires_second_factor and not ${hasSecondFactor}) as lacks_second_factor`

const activeMembers = `workspace_members wm
  join workspaces w on w.id = wm.workspace_id and w.deleted_at is null and wm.is_active
  join users u on u.id = wm.member_id`

/*
 * These queries are plain SQL text, because nearly every request runs them and Kysely would need more time to
 * build than PostgreSQL to execute them.
 */

/** Subquery with one row for each active member of each workspace. */
export const activeWorkspaceMemberships = sql
  .raw<Member>(`(select ${memberColumns} from ${activeMembers})`)
  .as<'members'>(sql.ref('members'))

/**
 * Subquery with the access of every active workspace member to every project of the workspace. All queries that
 * depend on access use this subquery, so that the rules are implemented only once.
 */
export const projectAccessSubquery = sql
  .raw<Access>(accessTo('p.deleted_at is null'))
  .as<'access'>(sql.ref('access'))

/** Excludes service accounts and the people of the sample project, which no count of people includes. */
export const isPerson = sql<boolean>`not exists (select from users where users.id = user_id and users.is_bot)`

/**
 * Like `projectAccessSubquery`, but for deleted projects. Nobody can open a deleted project, but its former admins can
 * restore it.
 */
export const deletedProjectAccessSubquery = sql
  .raw<Access>(accessTo('p.deleted_at is not null'))
  .as<'access'>(sql.ref('access'))

function accessTo(projects: string): string {
  return `(select held.*, ${seesAll} as sees_all, ${isFindable} as is_findable from (
      select ${memberColumns}, p.id as project_id, p.identifier, p.network, p.guest_view_all_features, p.archived_at, p.created_at, ${featureColumns},
        m.role as member_role, m.sort_order, ${roleInProject} as role
      from ${activeMembers}
      join projects p on p.workspace_id = w.id and ${projects}
      left join project_members m
        on m.workspace_id = wm.workspace_id and m.project_id = p.id and m.member_id = wm.member_id and m.is_active
    ) held)`
}
