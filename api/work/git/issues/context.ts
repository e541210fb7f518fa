import type { EntityManager } from '@mikro-orm/postgresql'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import type { ProjectContext } from '../../../platform/context/context.ts'
import type { JobPorts } from '../../../platform/context/job.ts'
import { createJobContext, defaultJobPreferences } from '../../../platform/context/job-context.ts'
import { query } from '../../../platform/db/orm.ts'
import { findProjectOfConnection, type GitActor } from '../actor.ts'
import type { GitConnectionRow } from '../entity.ts'

/** Thrown if the admin who connected the repository can no longer change the project. */
export class MissingSyncActor extends Error {}

/**
 * Returns a context that acts for the admin who connected the repository. Throws `MissingSyncActor` if this
 * user can no longer change the project, or if the project is archived.
 */
export async function requireContextForConnection(
  ports: JobPorts,
  em: EntityManager,
  connection: GitConnectionRow,
): Promise<ProjectContext> {
  const maker = await findConnectionCreator(em, connection)
  if (maker === null) throw new MissingSyncActor(connectionCreatorLeftMessage)
  const { user, access } = maker
  return {
    ...createJobContext(ports, em, user.id),
    user: { ...user, ...defaultJobPreferences },
    ...access,
  }
}

/** Returns the context with the same permissions and another author. */
export function withAuthor(ctx: ProjectContext, { id, email }: GitActor): ProjectContext {
  return { ...ctx, user: { ...ctx.user, id, email } }
}

export const connectionCreatorLeftMessage = 'The admin who connected the repository has left the project.'

/**
 * Returns the admin who connected the repository, and the access of this user. Returns null if this user can
 * no longer change the project, or if the project is archived.
 */
export async function findConnectionCreator(em: EntityManager, connection: GitConnectionRow) {
  const { created_by } = connection
  const user = await query(em)
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', created_by)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (user === undefined || created_by === null) return null
  const access = await findProjectOfConnection(em, created_by, connection)
  if (access === null || access.project.archived_at !== null) return null
  return hasRoleAtLeast(access.project.role, role.member) ? { user, access } : null
}
