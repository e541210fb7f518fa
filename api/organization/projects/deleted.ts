import { LockMode } from '@mikro-orm/postgresql'
import type { projectCalls } from '#common/organization/projects/calls.ts'
import {
  deletedProjectDays,
  deletedProjectPurgeDate,
  firstAvailableName,
  maxIdentifierLength,
  maxProjectNameLength,
} from '#common/organization/projects/rules.ts'
import { type DeletedProject, deletedProject } from '#common/organization/projects/schema.ts'
import type { AnswerOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { idsOfDeletedProjects } from '../../access/access.ts'
import { lockWorkspace } from '../../access/lock-memberships.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { ProjectEntity } from './entity.ts'
import { deleteReusedIdentifiers, redirectingIdentifiers } from './identifiers.ts'
import { projectDetailsOf } from './queries.ts'

/** Returns the projects that the caller may restore, most recently deleted first. */
export async function listDeletedProjects(ctx: WorkspaceContext): Promise<DeletedProject[]> {
  const rows = await query(ctx.em)
    .selectFrom('projects')
    .select(['id', 'name', 'identifier', 'logo_props', 'network', 'updated_by as deleted_by'])
    .select((row) => row.ref('deleted_at').$notNull().as('deleted_at'))
    .where('id', 'in', idsOfDeletedProjects(ctx))
    .where('deleted_at', '>', projectsDeletedBefore())
    .orderBy('deleted_at', 'desc')
    .execute()
  return rows.map((row) =>
    present(deletedProject, { ...row, ends_at: deletedProjectPurgeDate(row.deleted_at) }),
  )
}

/**
 * Restores a project with its members. If another project has taken the name or the identifier, the restored
 * project gets the next free one instead of an error. Its admins can change both.
 */
export async function restoreDeletedProject(
  unlockedContext: WorkspaceContext,
  id: string,
): Promise<AnswerOf<typeof projectCalls.restoreDeletedProject>> {
  const ctx = await lockWorkspace(unlockedContext)
  const { em, user, workspace } = ctx
  const mine = await idsOfDeletedProjects(ctx).where('project_id', '=', id).executeTakeFirst()
  if (mine === undefined) throw notFound('Project does not exist')
  const project = await em.findOneOrFail(ProjectEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  // Check again after the lock, because the purge may already have deleted part of a project whose restore
  // period is over.
  if (project.deleted_at === null || project.deleted_at <= projectsDeletedBefore())
    throw notFound('Project does not exist')
  const [names, identifiers] = await takenIn(ctx)
  await deleteReusedIdentifiers(em, id, identifiers)
  em.assign(project, {
    deleted_at: null,
    updated_by: user.id,
    name: firstAvailableName(project.name, names, maxProjectNameLength, ' '),
    identifier: firstAvailableName(project.identifier, identifiers, maxIdentifierLength, ''),
  })
  await em.flush()
  return projectDetailsOf({ ...ctx, workspace }, id)
}

/** Returns the names and identifiers that are in use, including former identifiers that still redirect. */
async function takenIn({ em, workspace }: WorkspaceContext): Promise<[Set<string>, Set<string>]> {
  const others = await query(em)
    .selectFrom('projects')
    .select(['name', 'identifier'])
    .where('workspace_id', '=', workspace.id)
    .where('deleted_at', 'is', null)
    .execute()
  const former = await redirectingIdentifiers(em, workspace.id).execute()
  return [
    new Set(others.map(({ name }) => name)),
    new Set([...others, ...former].map(({ identifier }) => identifier)),
  ]
}

/**
 * Returns the time before which deleted projects can no longer be restored. The purge deletes these projects.
 */
export function projectsDeletedBefore(now = Date.now()): Date {
  return new Date(now - deletedProjectDays * 86_400_000)
}
