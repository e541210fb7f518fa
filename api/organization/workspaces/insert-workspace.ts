import { randomInt } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { ProfileEntity } from '../../identity/users/entity.ts'
import { lockActiveAccount } from '../../identity/users/lock-active.ts'
import { query } from '../../platform/db/orm.ts'
import { type Workspace, WorkspaceEntity, WorkspaceMemberEntity } from './entity.ts'

interface NewWorkspace {
  id?: string | undefined
  name: string
  slug: string
  organization_size?: string | null | undefined
  company_role?: string | null | undefined
  owner: string
  timezone?: string | undefined
}

/**
 * Creates a workspace with its change counter, and makes its owner an admin. The caller has validated name
 * and slug.
 */
export async function insertWorkspace(
  em: EntityManager,
  { company_role, timezone, ...given }: NewWorkspace,
): Promise<Workspace> {
  await lockActiveAccount(em, given.owner)
  const by = { created_by: given.owner, updated_by: given.owner }
  const workspace = em.create(WorkspaceEntity, {
    ...given,
    ...(timezone !== undefined && { timezone }),
    id: given.id ?? newId(),
    organization_size: given.organization_size ?? null,
    background_color: `#${randomInt(0x1000000).toString(16).padStart(6, '0')}`,
    logo_url: null,
    deleted_at: null,
    ...by,
  })
  await em.flush()
  await query(em)
    .insertInto('workspace_versions')
    .values({ workspace_id: workspace.id, version: 0 })
    .execute()
  em.create(WorkspaceMemberEntity, {
    id: newId(),
    workspace_id: workspace.id,
    member_id: given.owner,
    role: role.admin,
    company_role: company_role ?? null,
    ...by,
  })
  const profile = await em.findOne(ProfileEntity, { user_id: given.owner })
  if (profile !== null) {
    profile.last_workspace_id = workspace.id
    profile.onboarding_step = { ...profile.onboarding_step, workspace_create: true }
  }
  await em.flush()
  return workspace
}
