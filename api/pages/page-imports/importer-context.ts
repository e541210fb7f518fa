import type { IncomingMessage } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import { canCreatePages } from '#common/pages/pages/rules.ts'
import { AppError, forbidden } from '#common/platform/errors.ts'
import { findProject, findWorkspace } from '../../access/access.ts'
import { assertProjectWritable } from '../../access/guard.ts'
import type { HttpExchange, WorkspaceContext } from '../../platform/context/context.ts'
import type { JobPorts } from '../../platform/context/job.ts'
import type { WriteOrigin } from '../../platform/context/ports.ts'
import { query } from '../../platform/db/orm.ts'
import { type PageContext, pageActorOf } from '../pages/container.ts'
import type { PageImport } from './entity.ts'

/**
 * Returns a context that acts for the user who started the import. Returns null if this user can no longer
 * create pages in the project or workspace.
 */
export async function createImporterContext(
  ports: JobPorts,
  em: EntityManager,
  { created_by, workspace_id, project_id }: PageImport,
): Promise<PageContext | null> {
  const user = await query(em)
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', created_by)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (user === undefined) return null
  try {
    const caller = { ...contextOf(ports, em, created_by), user: { ...user, ...noPreferences } }
    if (project_id === null) {
      const workspace = await findWorkspace(em, created_by, { id: workspace_id })
      const ctx: WorkspaceContext | null = workspace && { ...caller, workspace }
      return ctx !== null && canCreatePages(pageActorOf(ctx)) ? ctx : null
    }
    const access = await findProject(em, created_by, { id: workspace_id }, project_id)
    if (access === null || !canCreatePages(access.project)) return null
    assertProjectWritable(access.project, 'pages')
    return { ...caller, ...access }
  } catch (error) {
    // The user is no longer a member of the project, or the project is archived.
    if (error instanceof AppError) return null
    throw error
  }
}

function contextOf(ports: JobPorts, em: EntityManager, userId: string) {
  const { config, settings, bus, jobs, storage, pictures, documents, web, limits, log } = ports
  return {
    ...{ em, config, settings, bus, jobs, storage, pictures, documents, web, limits, log },
    http: noExchange,
    proxyWatch: null,
    origin: importOriginOf(userId),
    afterCommit: () => {},
    writing: () => Promise.reject(forbidden()),
  }
}

export function importOriginOf(userId: string): WriteOrigin {
  return { actor_id: userId, mutation_id: null }
}

/** Placeholder preferences, because creating pages uses no preferences. */
const noPreferences = { timezone: 'UTC', week_starts_on: 0, is_instance_admin: false }

/** Placeholder for the HTTP exchange. A job has no HTTP request, so all response methods do nothing. */
const noExchange: HttpExchange = {
  address: '',
  user_agent: '',
  session_token: null,
  if_match: undefined,
  incoming: null as unknown as IncomingMessage,
  sendBody: () => {},
  setEtag: () => {},
  setSession: () => {},
  clearSession: () => {},
  cookie: () => undefined,
  setCookie: () => {},
  clearCookie: () => {},
  csrfToken: () => '',
}
