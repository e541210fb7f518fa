import type { EntityManager } from '@mikro-orm/postgresql'
import { type ProjectResponse, projectResponse } from '#common/organization/projects/schema.ts'
import { type WorkspaceRow, workspaceRow } from '#common/organization/workspaces/schema.ts'
import type { Role } from '#common/platform/roles.ts'
import { accessibleProjects } from '../../access/access.ts'
import { findLastAndFirstWorkspace } from '../../access/own-workspaces.ts'
import type { UserContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import { presentRow } from '../../platform/db/present.ts'
import { addProjectAliasFields } from './alias-fields.ts'

interface LastVisited {
  workspace_details: Partial<WorkspaceRow>
  project_details: ProjectResponse[]
}

export async function getLastVisitedWorkspace({ em, user }: UserContext): Promise<LastVisited> {
  const { last } = await findLastAndFirstWorkspace(em, user.id)
  if (last === null) return { workspace_details: {}, project_details: [] }
  const row = await query(em)
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', last.id)
    .executeTakeFirstOrThrow()
  const projects = await query(em)
    .selectFrom('projects as p')
    .modifyFront(preparedStatementMarker)
    .innerJoin(joinedProjects(em, user.id, last).as('a'), 'a.project_id', 'p.id')
    .selectAll('p')
    .select(['a.role as member_role', 'a.sort_order'])
    .where('p.archived_at', 'is', null)
    .orderBy('a.sort_order')
    .execute()
  return {
    workspace_details: presentRow(workspaceRow, row),
    project_details: projects.map((project) => presentRow(projectResponse, addProjectAliasFields(project))),
  }
}

export async function getOwnProjectRoles({
  em,
  user,
  workspace,
}: WorkspaceContext): Promise<Record<string, Role>> {
  const joined = await joinedProjects(em, user.id, workspace).execute()
  return Object.fromEntries(joined.map(({ project_id, role }) => [project_id, role]))
}

/**
 * Selects the projects that the user has joined, without projects that a workspace admin can access but has
 * not joined.
 */
function joinedProjects(em: EntityManager, userId: string, workspace: { id: string }) {
  return accessibleProjects(em, userId, workspace).where('member_role', 'is not', null)
}
