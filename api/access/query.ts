import { sql } from 'kysely'
import { type ProjectSwitch, projectSwitches } from '#common/platform/guards.ts'
import { canFindProject, projectRole, type Role, roles, seesWholeProject } from '#common/platform/roles.ts'

interface Member {
  workspace_id: string
  slug: string
  user_id: string
  workspace_role: Role
  is_account_active: boolean
  /** True where the workspace asks for a second factor and they have none: until they do, they have access to nothing there. */
  lacks_second_factor: boolean
}

interface Access extends Member, Record<ProjectSwitch, boolean> {
  project_id: string
  identifier: string
  archived_at: Date | null
  created_at: Date
  /** The role that counts in the project, null for none. */
  role: Role | null
  /** The role and the position in the sidebar of an active membership of the project, null without one. */
  member_role: Role | null
  sort_order: number | null
  /** False for a guest who sees only what they made. */
  sees_all: boolean
  /** Whether the person may know of the project: they have a role in it or may join it. */
  is_findable: boolean
}

/*
 * The rules of `common/platform/roles.ts` in SQL. There are only a few roles, so each rule is asked here what it says of each of them, and is not
 * written a second time.
 */

const roleInProject = `case ${roles
  .flatMap((inWorkspace) =>
    [null, ...roles].flatMap((joined) => {
      const held = projectRole({ workspace_role: inWorkspace, member_role: joined })
      if (held === null) return []
      return `when wm.role = ${inWorkspace} and ${joined === null ? 'm.role is null' : `m.role = ${joined}`} then ${held}`
    }),
  )
  .join(' ')} end`

const seesAll = `role is not null and (role in (${roles.filter((held) => seesWholeProject(held, false))})
  or (guest_view_all_features and role in (${roles.filter((held) => seesWholeProject(held, true))})))`

const isFindable = `role is not null
  or (network = 2 and workspace_role in (${roles.filter((inWorkspace) => canFindProject(inWorkspace, null, 2))}))`

const switches = projectSwitches.map((name) => `p.${name}`).join(', ')

const memberColumns = `w.id as workspace_id, w.slug, wm.member_id as user_id, wm.role as workspace_role,
  u.is_active as is_account_active, (w.requires_second_factor and not u.has_second_factor) as lacks_second_factor`

const activeMembers = `workspace_members wm
  join workspaces w on w.id = wm.workspace_id and w.deleted_at is null and wm.is_active
  join users u on u.id = wm.member_id`

/*
 * As plain text: requests ask these all the time, and to put a query together takes longer than the database does to answer it.
 */

/** Who is in which workspace. */
export const members = sql
  .raw<Member>(`(select ${memberColumns} from ${activeMembers})`)
  .as<'members'>(sql.ref('members'))

/**
 * Who has what access to which project: a row for each active member and each project of each workspace. Everything that depends on access
 * joins or filters this query, so that there is no second one that joins memberships.
 */
export const access = sql.raw<Access>(accessTo('p.deleted_at is null')).as<'access'>(sql.ref('access'))

/** The same of projects that were deleted: nobody reaches one, but whoever was its admin may bring it back. */
export const accessToDeleted = sql
  .raw<Access>(accessTo('p.deleted_at is not null'))
  .as<'access'>(sql.ref('access'))

function accessTo(projects: string): string {
  return `(select held.*, ${seesAll} as sees_all, ${isFindable} as is_findable from (
      select ${memberColumns}, p.id as project_id, p.identifier, p.network, p.guest_view_all_features, p.archived_at, p.created_at, ${switches},
        m.role as member_role, m.sort_order, ${roleInProject} as role
      from ${activeMembers}
      join projects p on p.workspace_id = w.id and ${projects}
      left join project_members m
        on m.workspace_id = wm.workspace_id and m.project_id = p.id and m.member_id = wm.member_id and m.is_active
    ) held)`
}
