import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Call } from '#common/call.ts'
import { AppError, forbidden, notFound } from '#common/errors.ts'
import { atLeast, projectRole, type Role, role, seesWholeProject } from '#common/roles.ts'
import type { Context, ProjectContext, SignedIn, WorkspaceContext } from '../context.ts'
import { writing } from '../db/change-feed.ts'
import { keptPlan } from '../db/kept-plans.ts'
import { query } from '../db/orm.ts'
import type { Deps } from '../deps.ts'
import { authenticate } from './authenticate.ts'
import { issueCsrfToken } from './csrf.ts'
import type { HttpEnv } from './env.ts'
import { limitVisitor } from './limits.ts'
import { readParams } from './request.ts'
import { clearSessionCookie, cookieOptions, sessionToken, setSessionCookie } from './session.ts'

/**
 * Looks up who calls and what they reach, and refuses by the call's declaration. What someone may not see is not found;
 * what they see but may not do is forbidden. `orOwn` calls pass with any role here and are decided by their command.
 */
export async function reach(
  c: HonoContext<HttpEnv>,
  deps: Deps,
  call: Call,
): Promise<Context | WorkspaceContext | ProjectContext> {
  const em = deps.orm.em.fork()
  const { config, bus, mailer, documents, limits } = deps
  const token = sessionToken(c)
  const user = (await authenticate(em, { cookie: c.req.header('cookie') }))?.user ?? null
  // Whoever makes a token up is a stranger still, and must not have a limit to themselves.
  if (token !== null && user === null) await limitVisitor(limits, call, c.get('address'))
  const origin = { actor_id: user?.id ?? null, mutation_id: c.get('mutation_id') }
  const base: Context = {
    em,
    config,
    bus,
    mailer,
    documents,
    limits,
    user,
    log: c.get('log'),
    http: exchange(c, deps, call, token),
    afterCommit: (task) => void c.get('after_commit').push(() => settle(c, task)),
    writing: (command) => writing(deps.orm.em, origin, repeatable(c, command)),
  }
  if (call.who === 'anyone') return base
  if (user === null) throw new AppError('unauthenticated', 'Authentication credentials were not provided.')
  if (call.who === 'signed-in') return base
  if (call.who === 'instance-admin') {
    if (!user.is_instance_admin) throw forbidden()
    return base
  }
  const params = readParams(c, call)
  const slug = params['slug'] ?? ''
  if ('workspace' in call.who) {
    const workspace = await workspaceReach(em, slug, user)
    if (!call.who.orOwn && !atLeast(workspace.role, role[call.who.workspace])) throw forbidden()
    return { ...base, user, workspace }
  }
  const { workspace, project } = await projectReach(em, slug, params['project_id'] ?? '', user)
  if (!call.who.orOwn && !atLeast(project.role, role[call.who.project])) throw forbidden()
  return { ...base, user, workspace, project }
}

/** A command that runs again has nothing left over from before to do after its commit. */
export function repeatable<T>(c: HonoContext<HttpEnv>, command: (em: EntityManager) => Promise<T>) {
  const tasks = c.get('after_commit')
  const before = tasks.length
  return (em: EntityManager) => {
    tasks.length = before
    return command(em)
  }
}

/** Not waited for: how long a mail takes must not tell whether there was anyone to write to. */
function settle(c: HonoContext<HttpEnv>, task: () => void | Promise<void>): void {
  const log = c.get('log')
  Promise.try(task).catch((error: unknown) => log.error({ err: error }, 'something after the commit failed'))
}

/** The workspace by its slug, with the caller's active membership of it. */
function workspaces(em: EntityManager, slug: string, userId: string) {
  return query(em)
    .selectFrom('workspaces as w')
    .modifyFront(keptPlan)
    .innerJoin('workspace_members as wm', 'wm.workspace_id', 'w.id')
    .select(['w.id', 'w.slug', 'wm.role'])
    .where('w.slug', '=', slug)
    .where('w.deleted_at', 'is', null)
    .where('wm.member_id', '=', userId)
    .where('wm.is_active', '=', true)
}

async function workspaceReach(
  em: EntityManager,
  slug: string,
  user: SignedIn,
): Promise<WorkspaceContext['workspace']> {
  const found = await workspaces(em, slug, user.id).executeTakeFirst()
  if (found === undefined) throw notFound()
  return found
}

/** Both with one question, since a second costs another way to the database and back. */
async function projectReach(
  em: EntityManager,
  slug: string,
  projectId: string,
  user: SignedIn,
): Promise<Pick<ProjectContext, 'workspace' | 'project'>> {
  const found = await workspaces(em, slug, user.id)
    .leftJoin('projects as p', (join) =>
      join.onRef('p.workspace_id', '=', 'w.id').on('p.id', '=', projectId).on('p.deleted_at', 'is', null),
    )
    .leftJoin('project_members as m', (join) =>
      join.onRef('m.project_id', '=', 'p.id').on('m.member_id', '=', user.id).on('m.is_active', '=', true),
    )
    .select(['p.id as project_id', ...projectColumns])
    .executeTakeFirst()
  if (found === undefined || found.project_id === null) throw notFound()
  const { id, slug: known, role: held } = found
  const workspace = { id, slug: known, role: held }
  const project = heldIn(workspace, { ...found, id: found.project_id })
  if (project === null) throw notFound()
  return { workspace, project }
}

/** Null where the person has no reach, whether or not there is such a project. */
export async function findProjectReach(
  em: EntityManager,
  workspace: { id: string; role: Role },
  projectId: string,
  userId: string,
): Promise<ProjectContext['project'] | null> {
  const found = await query(em)
    .selectFrom('projects as p')
    .modifyFront(keptPlan)
    .leftJoin('project_members as m', (join) =>
      join.onRef('m.project_id', '=', 'p.id').on('m.member_id', '=', userId).on('m.is_active', '=', true),
    )
    .select(['p.id', ...projectColumns])
    .where('p.id', '=', projectId)
    .where('p.workspace_id', '=', workspace.id)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return found === undefined ? null : heldIn(workspace, found)
}

const projectColumns = [
  'p.identifier',
  'p.network',
  'p.archived_at',
  'p.guest_view_all_features',
  'm.role as member_role',
] as const

interface Found {
  id: string
  identifier: string | null
  network: number | null
  archived_at: Date | null
  guest_view_all_features: boolean | null
  member_role: Role | null
}

/** What a person holds in a project of the workspace, null for nothing. */
function heldIn(workspace: { role: Role }, found: Found): ProjectContext['project'] | null {
  const held = projectRole({ workspace_role: workspace.role, member_role: found.member_role })
  if (held === null) {
    if (found.network === 2 && workspace.role > role.guest) {
      throw new AppError('conflict', 'You are not a member of this project')
    }
    return null
  }
  const { id, identifier, archived_at, guest_view_all_features } = found
  return {
    id,
    identifier: identifier ?? '',
    archived_at,
    role: held,
    sees_all: seesWholeProject(held, guest_view_all_features === true),
  }
}

function exchange(c: HonoContext<HttpEnv>, deps: Deps, call: Call, token: string | null): Context['http'] {
  const settleLater = (settle: () => void) => void c.get('after_commit').push(settle)
  return {
    address: c.get('address'),
    user_agent: c.req.header('user-agent') ?? '',
    session_token: token,
    if_match: call.etag === 'matched' ? c.req.header('if-match') : undefined,
    setEtag: (etag) => settleLater(() => c.header('ETag', etag)),
    setSession: (value, expires) => settleLater(() => setSessionCookie(c, deps.config, value, expires)),
    clearSession: () => settleLater(() => clearSessionCookie(c, deps.config)),
    cookie: (name) => getCookie(c, name),
    setCookie: (name, value, expires) =>
      settleLater(() => setCookie(c, name, value, { ...cookieOptions(deps.config), expires })),
    csrfToken: () => issueCsrfToken(c, deps.config),
  }
}
