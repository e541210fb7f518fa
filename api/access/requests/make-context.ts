import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context as HonoContext } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import {
  type ApiTokenLimits,
  apiTokenProblem,
  canTokenAccessWorkspace,
} from '#common/identity/api-tokens/rules.ts'
import { authError } from '#common/identity/sign-in/errors.ts'
import { signedInUserCookie } from '#common/identity/sign-in/signed-in-user.ts'
import { type Call, type CallerRequirement, minimumRole } from '#common/platform/call.ts'
import { AppError, forbidden, notFound } from '#common/platform/errors.ts'
import { isRejectedInReadOnlyProject } from '#common/platform/guards.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import type {
  Context,
  ProjectContext,
  UserContext,
  WorkspaceContext,
} from '../../platform/context/context.ts'
import type { Deps } from '../../platform/context/deps.ts'
import type { WriteOrigin } from '../../platform/context/ports.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { issueCsrfToken } from '../../platform/http/csrf.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import {
  rateLimitByAddress,
  rateLimitServiceAccount,
  readRequestCredential,
} from '../../platform/http/limits.ts'
import { readPathParams } from '../../platform/http/request.ts'
import {
  clearSessionCookie,
  cookieOptions,
  readSessionToken,
  setSessionCookie,
  setSignedInUserCookie,
} from '../../platform/http/session.ts'
import { findProject, findWorkspace, isMemberMissingTwoFactor } from '../access.ts'
import { authenticate, type Caller, recordSessionUse } from '../authenticate.ts'
import { assertProjectWritable } from '../guard.ts'

/**
 * Identifies the caller, loads the caller's access and checks the permissions that the call declares. A call fails
 * with `not_found` if the caller cannot see the row, and with `forbidden` if the caller can see the row but must not
 * change it. If a call is declared with `orOwn`, this check accepts the lower role that creators need, and the
 * command itself checks who created the row.
 */
export async function createRequestContext(
  c: HonoContext<HttpEnv>,
  deps: Deps,
  call: Call,
): Promise<Context | WorkspaceContext | ProjectContext> {
  const em = deps.orm.em.fork()
  const { config, settings, bus, jobs, storage, pictures, documents, web, limits, proxyWatch = null } = deps
  const token = readSessionToken(c)
  const authenticated = await authenticate(em, c.env.incoming.headers)
  const user = authenticated?.user ?? null
  if (authenticated?.budget)
    await rateLimitServiceAccount(c, deps, authenticated.user.id, authenticated.budget)
  if (authenticated !== null) await recordSessionUse(em, authenticated, c.get('address'))
  // A request with an invalid token counts as anonymous. Otherwise, each invented token would get its own
  // rate limit.
  if (user === null && readRequestCredential(c) !== null)
    await rateLimitByAddress(limits, call, c.get('address'))
  const problem = authenticated?.token ? apiTokenProblem(call, authenticated.token) : null
  if (problem !== null) throw new AppError('forbidden', problem)
  const origin = originOf(c, authenticated)
  const base: Context = {
    em,
    config,
    settings,
    bus,
    jobs,
    storage,
    proxyWatch,
    pictures,
    documents,
    web,
    limits,
    user,
    origin,
    log: c.get('log'),
    http: httpContext(c, deps, call, token),
    afterCommit: (task) => void c.get('after_commit').push(() => runInBackground(c, task)),
    writing: (command) => runInChangeBatch(deps.orm.em, origin, makeRetryable(c, command)),
  }
  if (call.who === 'anyone') return base
  if (user === null) throw new AppError('unauthenticated', 'Authentication credentials were not provided.')
  if (call.who === 'instance-admin' && !user.is_instance_admin) throw forbidden()
  const caller: UserContext = { ...base, user }
  const tokenLimits = authenticated?.token ?? null
  if (typeof call.who === 'string') {
    await assertTokenAllowedForPath(caller, tokenLimits, readPathParams(c, call)['slug'])
    return caller
  }
  const found = await withAccess(caller, call, call.who, readPathParams(c, call))
  if (!canTokenAccessWorkspace(tokenLimits, found.workspace.id)) throw notFound()
  return found
}

/** Throws `not_found` if the path of the call names a workspace that the token cannot access. */
async function assertTokenAllowedForPath(
  { em, user }: UserContext,
  token: ApiTokenLimits | null,
  slug: string | undefined,
): Promise<void> {
  if (token === null || token.workspace_id === null || slug === undefined) return
  const workspace = await findWorkspace(em, user.id, { slug })
  if (workspace === null || !canTokenAccessWorkspace(token, workspace.id)) throw notFound()
}

function originOf(c: HonoContext<HttpEnv>, authenticated: Caller | null): WriteOrigin {
  return {
    actor_id: authenticated?.user.id ?? null,
    mutation_id: c.get('mutation_id'),
    from: {
      address: c.get('address'),
      user_agent: c.req.header('user-agent') ?? '',
      token_id: authenticated?.token_id ?? null,
    },
  }
}

async function withAccess(
  caller: UserContext,
  call: Call,
  who: Exclude<CallerRequirement, string>,
  params: Record<string, string>,
): Promise<WorkspaceContext | ProjectContext> {
  const { em, user } = caller
  const slug = params['slug'] ?? ''
  if ('workspace' in who) {
    const workspace = await findWorkspace(em, user.id, { slug })
    if (workspace === null) throw await noAccessError(caller, slug)
    if (!hasRoleAtLeast(workspace.role, role[minimumRole(who)])) throw forbidden()
    return { ...caller, workspace }
  }
  const access = await findProject(em, user.id, { slug }, params['project_id'] ?? '')
  if (access === null) throw await noAccessError(caller, slug)
  if (!hasRoleAtLeast(access.project.role, role[minimumRole(who)])) throw forbidden()
  if (isRejectedInReadOnlyProject(call)) assertProjectWritable(access.project, call.area)
  return { ...caller, ...access }
}

/**
 * Members whose only missing requirement is two-factor authentication get a specific error. All other callers
 * get `not_found`.
 */
async function noAccessError({ em, user }: UserContext, slug: string): Promise<AppError> {
  const needsTwoFactor = await isMemberMissingTwoFactor(em, user.id, { slug })
  return needsTwoFactor ? authError('SECOND_FACTOR_REQUIRED', 'forbidden') : notFound()
}

/**
 * Returns a command that can run several times, for example after a deadlock. Each run first discards the
 * tasks that the previous run scheduled for after its commit.
 */
export function makeRetryable<T>(c: HonoContext<HttpEnv>, command: (em: EntityManager) => Promise<T>) {
  const tasks = c.get('after_commit')
  const before = tasks.length
  return (em: EntityManager) => {
    tasks.length = before
    return command(em)
  }
}

/** Runs the task without waiting for it, because the response does not depend on it. */
function runInBackground(c: HonoContext<HttpEnv>, task: () => void | Promise<void>): void {
  const log = c.get('log')
  Promise.try(task).catch((error: unknown) => log.error({ err: error }, 'something after the commit failed'))
}

function httpContext(c: HonoContext<HttpEnv>, deps: Deps, call: Call, token: string | null): Context['http'] {
  const settleLater = (task: () => void) => void c.get('after_commit').push(task)
  return {
    address: c.get('address'),
    user_agent: c.req.header('user-agent') ?? '',
    session_token: token,
    incoming: c.env.incoming,
    sendBody: (stream) => c.set('body', stream),
    if_match: call.etag === 'matched' ? c.req.header('if-match') : undefined,
    setEtag: (etag) => settleLater(() => c.header('ETag', etag)),
    hideFromSearchEngines: () => settleLater(() => c.header('X-Robots-Tag', 'noindex')),
    setSession: (value, expires) => settleLater(() => setSessionCookie(c, deps.config, value, expires)),
    clearSession: () => settleLater(() => clearSessionCookie(c, deps.config)),
    setSignedInUser(userId) {
      if (readRequestCredential(c)?.kind === 'session' && getCookie(c, signedInUserCookie) !== userId)
        settleLater(() => setSignedInUserCookie(c, deps.config, userId))
    },
    cookie: (name) => getCookie(c, name),
    setCookie: (name, value, expires) =>
      settleLater(() => setCookie(c, name, value, { ...cookieOptions(deps.config), expires })),
    clearCookie: (name) => settleLater(() => deleteCookie(c, name, cookieOptions(deps.config))),
    csrfToken: () => issueCsrfToken(c, deps.config),
  }
}
