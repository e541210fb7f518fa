import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Call } from '#common/platform/call.ts'
import { mutationHeader } from '#common/platform/changes.ts'
import { AppError } from '#common/platform/errors.ts'
import { mountFeature } from './access/requests/mount.ts'
import { createRequestQueue } from './access/requests/request-queue.ts'
import { features } from './features.ts'
import { serveGithubAppManifest } from './operation/instance/github-app.ts'
import { serveUnsubscribe } from './personal/notifications/unsubscribe.ts'
import type { Deps } from './platform/context/deps.ts'
import { callerAddress } from './platform/http/address.ts'
import { serveApiDocs } from './platform/http/api-docs.ts'
import { compressResponses } from './platform/http/compress.ts'
import { requireSameOrigin } from './platform/http/csrf.ts'
import type { HttpEnv } from './platform/http/env.ts'
import { securityHeaders } from './platform/http/headers.ts'
import { serveHealth } from './platform/http/health.ts'
import { rejectLongUrls } from './platform/http/malformed.ts'
import { serveOpenApi } from './platform/http/openapi.ts'
import { sendErrorResponse } from './platform/http/send-error-response.ts'
import { streamFileBodies } from './platform/http/stream-file-bodies.ts'
import { throttleRequests } from './platform/http/throttle.ts'
import { mcpPath, serveMcp } from './sharing/mcp/serve-mcp.ts'
import { serveTokenApi } from './sharing/token-api/serve-token-api.ts'
import { serveGithubAppWebhook } from './work/git/github-app/serve-webhook.ts'
import { serveGitWebhooks } from './work/git/serve-webhooks.ts'

/**
 * Maximum size in bytes of a request body. It is larger than the longest allowed description. Uploads have no
 * such limit.
 */
const bodyBytes = 12 * 1024 * 1024
/**
 * Maximum size in bytes of a sign-in form, which is enough for the largest possible passkey. Anonymous
 * clients may send the form, so parsing must be cheap.
 */
const signInBytes = 128 * 1024

/**
 * Builds the REST API as a Hono app. If `calls` is false, it serves only health and metrics. `strict: false`
 * also accepts paths without the trailing slash.
 */
export function createApp(deps: Deps, { calls }: { calls: boolean }): OpenAPIHono<HttpEnv> {
  const app = new OpenAPIHono<HttpEnv>({ strict: false })
  app.onError((error, c) => sendErrorResponse(error, c))
  app.use('/auth/*', throttleRequests())
  app.use(streamFileBodies)
  app.use(identifyRequest(deps))
  app.use(securityHeaders(deps.config))
  app.use(rejectLongUrls)
  app.use('/api/*', compressResponses)
  serveHealth(app, deps)
  if (!calls) return app
  for (const family of ['/api/*', '/auth/*', mcpPath]) {
    app.use(family, requireSameOrigin(deps.config, crossSite))
    app.use(family, neverCached)
    app.use(family, limitedBody)
  }
  const queue = createRequestQueue(deps.orm)
  for (const feature of features) mountFeature(app, deps, queue, feature)
  serveTokenApi(app, deps)
  serveMcp(app, deps)
  serveUnsubscribe(app, deps)
  serveGitWebhooks(app, deps)
  serveGithubAppWebhook(app, deps)
  serveGithubAppManifest(app, deps)
  serveOpenApi(app, deps.config.appUrl)
  serveApiDocs(app, Object.assign({}, ...features.map((feature) => feature.calls)))
  for (const family of ['/api/*', '/auth/*']) {
    app.all(family, () => {
      throw new AppError('not_found', 'This API call does not exist.')
    })
  }
  return app
}

const limited = bodyLimit({ maxSize: bodyBytes, onError: () => tooLarge() })
const limitedSignIn = bodyLimit({ maxSize: signInBytes, onError: () => tooLarge() })

/** The handler of an upload reads the stream itself, so no middleware may read the body first. */
const limitedBody: MiddlewareHandler<HttpEnv> = (c, next) => {
  if (uploads.some((one) => one.test(c.req.path))) return next()
  const { path } = c.req
  // Callbacks of identity providers are exempt from the small limit of sign-in forms, because providers post
  // long assertions.
  const isSignIn = path.startsWith('/auth/') && !crossSite.has(path.replace(/\/$/, ''))
  return isSignIn ? limitedSignIn(c, next) : limited(c, next)
}

const uploads = pathsOf(({ upload }) => upload === true).map(
  (path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
)
const crossSite: ReadonlySet<string> = new Set(pathsOf((call) => call.crossSite === true))

function pathsOf(isOne: (call: Call) => boolean): string[] {
  const calls = features.flatMap((feature) => Object.values(feature.calls))
  return calls.filter(isOne).map(({ path }) => path.replace(/\/$/, ''))
}

function tooLarge(): never {
  throw new AppError('too_large', 'REQUEST_BODY_TOO_LARGE')
}

/**
 * Responses contain private data. A proxy, or the back button after sign-out, must not show a stored
 * response.
 */
const neverCached: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'no-store')
}

function identifyRequest({ config, log }: Deps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const request_id = randomUUID()
    const peer = getConnInfo(c).remote.address ?? ''
    const mutation_id = c.req.header(mutationHeader) ?? null
    c.set('request_id', request_id)
    c.set('mutation_id', mutation_id)
    c.set('address', callerAddress(peer, c.req.header('x-forwarded-for'), config.trustedProxies))
    c.set('log', log.child({ request_id }))
    c.set('after_commit', [])
    c.header('X-Request-Id', request_id)
    // Reject an invalid mutation id. If it were ignored, a resent write would be executed twice.
    if (mutation_id !== null && !/^[\w-]{1,64}$/.test(mutation_id))
      throw new AppError('invalid', `${mutationHeader} takes 1 to 64 letters, digits, - and _.`)
    const started = performance.now()
    await next()
    const milliseconds = Math.round(performance.now() - started)
    // Log the path without its query and its long segments, which may be tokens. Ids remain readable.
    c.get('log').debug(
      {
        method: c.req.method,
        path: c.req.path.replace(/[^/]{40,}/g, '…'),
        status: c.res.status,
        milliseconds,
      },
      'request',
    )
  }
}
