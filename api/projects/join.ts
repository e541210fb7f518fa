import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { newId } from '#common/ids.ts'
import { firstPosition, positionStep } from '#common/positions.ts'
import type { Role } from '#common/roles.ts'
import { query } from '../db/orm.ts'
import { type ProjectMember, ProjectMemberEntity } from './entity.ts'

interface Joining {
  user_id: string
  role: Role
  by: string
}

/** Makes someone an active member with this role, reviving an old membership; it comes first in their sidebar. */
export async function joinProject(
  em: EntityManager,
  project: { id: string; workspace_id: string },
  { user_id, role, by }: Joining,
): Promise<ProjectMember> {
  const known = await em.findOne(ProjectMemberEntity, { project_id: project.id, member_id: user_id })
  const given = { role, original_role: role, is_active: true, updated_by: by }
  if (known !== null) {
    em.assign(known, given)
    await em.flush()
    return known
  }
  const made = em.create(ProjectMemberEntity, {
    ...given,
    id: newId(),
    workspace_id: project.workspace_id,
    project_id: project.id,
    member_id: user_id,
    sort_order: await topOfSidebar(em, project.workspace_id, user_id),
    created_by: by,
  })
  await em.flush()
  return made
}

async function topOfSidebar(em: EntityManager, workspaceId: string, userId: string): Promise<number> {
  const { first } = await query(em)
    .selectFrom('project_members')
    .select(sql<number | null>`min(sort_order)`.as('first'))
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', userId)
    .executeTakeFirstOrThrow()
  return first === null ? firstPosition : first - positionStep
}
