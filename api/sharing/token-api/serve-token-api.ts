import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { tokenCallsPerMinute } from '#common/identity/api-tokens/rules.ts'
import { AppError } from '#common/platform/errors.ts'
import type { Deps } from '../../platform/context/deps.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { assetRoutes } from './assets.ts'
import { attachmentRoutes } from './attachments.ts'
import {
  invalidToken,
  missingToken,
  pageNotFound,
  rateLimited,
  rowNotFound,
  TokenApiError,
} from './errors.ts'
import { expandFields } from './expand.ts'
import { intakeAndStickyRoutes } from './intake-and-stickies.ts'
import { keepNamedFields } from './pages.ts'
import { paidEditionRoutes } from './paid-edition.ts'
import { planningRoutes } from './planning.ts'
import { projectRoutes } from './projects.ts'
import { requireToken } from './require-token.ts'
import type { TokenRoute } from './route.ts'
import { stateAndLabelRoutes } from './states-and-labels.ts'
import { readTokenRequest } from './token-request.ts'
import { workItemRoutes } from './work-items.ts'

const base = '/api/v1'

export const tokenRoutes: TokenRoute[] = [
  ...projectRoutes,
  ...stateAndLabelRoutes,
  ...workItemRoutes,
  ...attachmentRoutes,
  ...assetRoutes,
  ...planningRoutes,
  ...intakeAndStickyRoutes,
  ...paidEditionRoutes,
]

/**
 * Serves `/api/v1`, the API that the clients, scripts and MCP servers of Plane use. Each route makes calls of Tandem's
 * own API, so the same rules about access, values and limits apply.
 */
export function serveTokenApi(app: OpenAPIHono<HttpEnv>, deps: Deps): void {
  for (const route of tokenRoutes)
    app.on(route.method, honoPath(route.path), (c) => respond(c, () => answer(app, c, deps, route)))
  for (const path of new Set(tokenRoutes.map((route) => honoPath(route.path))))
    app.all(path, (c) =>
      respond(c, () => {
        throw new TokenApiError(405, { detail: `Method "${c.req.method}" not allowed.` })
      }),
    )
  app.all(`${base}/*`, (c) =>
    respond(c, () => {
      throw new TokenApiError(404, pageNotFound)
    }),
  )
}

function honoPath(path: string): string {
  return base + path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
}

async function answer(
  app: OpenAPIHono<HttpEnv>,
  c: Context<HttpEnv>,
  deps: Deps,
  route: TokenRoute,
): Promise<Response> {
  await countRequest(c, deps)
  const request = await readTokenRequest(app, c)
  const found = await route.answer(request)
  if (found instanceof Response) return found
  if (route.status === 204) return c.body(null, 204)
  if (route.readsFields) return c.json(found as object, route.status)
  return c.json(keepNamedFields(await expandFields(found, request), request.query) as object, route.status)
}

async function countRequest(c: Context<HttpEnv>, deps: Deps): Promise<void> {
  const owner = await requireToken(c, deps)
  if (owner === 'missing') throw new TokenApiError(401, missingToken)
  if (owner === 'invalid') throw new TokenApiError(403, invalidToken)
  // `requireToken` has already set the headers for a service account.
  if (owner.caller.budget !== null) return
  c.header('X-RateLimit-Limit', String(tokenCallsPerMinute))
  c.header('X-RateLimit-Remaining', String(owner.remaining))
  c.header('X-RateLimit-Reset', String(Math.floor(Date.now() / 1000) + 60))
}

/**
 * Calls `run` and returns its response. If `run` throws an error, responds with the error in the form that clients of
 * the Plane API expect.
 */
async function respond(c: Context<HttpEnv>, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    const failure = toFailure(error)
    if (failure === null) throw error
    if (failure.retryAfter !== null) c.header('Retry-After', failure.retryAfter)
    return c.json(failure.body, failure.status as 400)
  }
}

function toFailure(error: unknown): TokenApiError | null {
  if (error instanceof TokenApiError) return error
  if (!(error instanceof AppError)) return null
  const { code, message, details } = error
  if (code === 'rate_limited')
    return new TokenApiError(429, rateLimited, { retryAfter: String(details.retry_after ?? 60) })
  if (code === 'not_found') return new TokenApiError(404, rowNotFound)
  return code === 'too_large' ? new TokenApiError(413, { error: message }) : null
}
