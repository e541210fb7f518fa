import { LockMode } from '@mikro-orm/postgresql'
import type { projectCalls } from '#common/organization/projects/calls.ts'
import {
  deletedProjectPurgeDate,
  deletedProjectRetentionDays,
  firstAvailableName,
  maxIdentifierLength,
  maxProjectNameLength,
} from '#common/organization/projects/rules.ts'
import { type DeletedProject, deletedProject } from '#common/organization/projects/schema.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { selectRestorableProjectIds } from '../../access/access.ts'
import { lockWorkspaceAccess } from '../../access/lock-memberships.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { ProjectEntity } from './entity.ts'
import { deleteReusedIdentifiers, selectRedirectIdentifiers } from './identifiers.ts'
import { loadProjectDetails } from './queries.ts'

/** Returns the projects that the caller may restore, most recently deleted first. */
export async function listDeletedProjects(ctx: WorkspaceContext): Promise<DeletedProject[]> {
  const rows = await query(ctx.em)
    .selectFrom('projects')
    .select(['id', 'name', 'identifier', 'logo_props', 'network', 'updated_by as deleted_by'])
    .select((row) => row.ref('deleted_at').$notNull().as('deleted_at'))
    .where('id', 'in', selectRestorableProjectIds(ctx))
    .where('deleted_at', '>', projectRestoreCutoff())
    .orderBy('deleted_at', 'desc')
    .execute()
  return rows.map((row) =>
    presentRow(deletedProject, { ...row, ends_at: deletedProjectPurgeDate(row.deleted_at) }),
  )
}

/**
 * Restores a project with its members. If another project has taken the name or the identifier, the restored
 * project gets the next free one instead of an error. The admins of the project can change the name and the
 * identifier afterwards.
 */
export async function restoreDeletedProject(
  unlockedContext: WorkspaceContext,
  id: string,
): Promise<ResponseOf<typeof projectCalls.restoreDeletedProject>> {
  const ctx = await lockWorkspaceAccess(unlockedContext)
  const { em, user, workspace } = ctx
  const mine = await selectRestorableProjectIds(ctx).where('project_id', '=', id).executeTakeFirst()
  if (mine === undefined) throw notFound('Project does not exist')
  const project = await em.findOneOrFail(ProjectEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  // Check again after the lock, because the purge may already have deleted part of a project whose restore
  // period is over.
  if (project.deleted_at === null || project.deleted_at <= projectRestoreCutoff())
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
  return loadProjectDetails({ ...ctx, workspace }, id)
}

/** Returns the names and identifiers that are in use, including former identifiers that still redirect. */
async function takenIn({ em, workspace }: WorkspaceContext): Promise<[Set<string>, Set<string>]> {
  const others = await query(em)
    .selectFrom('projects')
    .select(['name', 'identifier'])
    .where('workspace_id', '=', workspace.id)
    .where('deleted_at', 'is', null)
    .execute()
  const former = await selectRedirectIdentifiers(em, workspace.id).execute()
  return [
    new Set(others.map(({ name }) => name)),
    new Set([...others, ...former].map(({ identifier }) => identifier)),
  ]
}

/**
 * Returns the time before which deleted projects can no longer be restored. The purge deletes these projects.
 */
export function projectRestoreCutoff(now = Date.now()): Date {
  return new Date(now - deletedProjectRetentionDays * 86_400_000)
}
