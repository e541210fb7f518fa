import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { apiTokenProblem } from '#common/identity/api-tokens/rules.ts'
import type { Call, CallerRequirement } from '#common/platform/call.ts'
import { singleLineText } from '#common/platform/fields.ts'
import { featureFlagForArea, isRejectedInReadOnlyProject } from '#common/platform/guards.ts'
import type { RoleName } from '#common/platform/roles.ts'
import type { HttpEnv } from './env.ts'

const failure = z
  .object({
    code: z.string(),
    error: z.string(),
    fields: z.record(z.string(), z.array(z.string())).optional(),
    request_id: z.string(),
  })
  .meta({ id: 'Failure', description: 'All errors have this shape. `code` identifies the kind of error.' })

const etag = z.object({
  ETag: z.string().optional().meta({ description: 'The version of the text. Equal texts have equal tags.' }),
})

const ifMatch = z.object({
  'If-Match': z.string().optional().meta({
    description:
      'The `ETag` of the text that you read. If the text has changed since then, the call returns 409.',
  }),
})

const stale = failure
  .omit({ fields: true })
  .extend({
    code: z.literal('conflict'),
    current: z.object({ etag: z.string(), description_html: z.string() }),
  })
  .meta({ description: 'Nothing was changed. `current` contains the current text.' })

/** Returns the entry of a call in the OpenAPI document, generated from its declaration. */
export function buildOpenApiRoute(name: string, call: Call): RouteConfig {
  const media = call.form ? 'application/x-www-form-urlencoded' : 'application/json'
  const params = getPathParamsSchema(call)
  return {
    method: methods[call.method],
    path: call.path,
    operationId: name,
    tags: [call.area],
    summary: call.summary,
    description: describeCallPermission(call),
    security: securityOf(call),
    request: {
      ...(params && { params }),
      ...(call.query && { query: call.query }),
      ...(call.etag === 'matched' && { headers: ifMatch }),
      ...(call.body && { body: { required: true, content: { [media]: { schema: call.body } } } }),
    },
    responses: {
      [call.status]: {
        description: outcomes[call.status],
        ...(call.etag && { headers: etag }),
        ...(call.answer && { content: { 'application/json': { schema: call.answer } } }),
      },
      ...(call.etag === 'matched' && {
        409: {
          description: 'The text does not match `If-Match`',
          headers: etag.required(),
          content: { 'application/json': { schema: stale } },
        },
      }),
      default: { description: 'Error', content: { 'application/json': { schema: failure } } },
    },
  }
}

const outcomes: Record<Call['status'], string> = {
  200: 'OK',
  201: 'Created',
  204: 'No content',
  302: 'Redirect',
}

/** Returns the ways to authenticate a call. One of them suffices. */
function securityOf(call: Call): Record<string, string[]>[] {
  if (call.who === 'anyone') return []
  const isOpenToTokens =
    apiTokenProblem(call, { scope: 'write', workspace_id: null, is_service: false }) === null
  return isOpenToTokens ? [{ session: [] }, { token: [] }] : [{ session: [] }]
}

export function serveOpenApi(app: OpenAPIHono<HttpEnv>, appUrl: string): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'session-id',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
  })
  let document: object | null = null
  app.get('/api/openapi.json', (c) => {
    document ??= withPlainPatterns(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: 'Tandem',
          version: '1',
          description: 'The REST API of Tandem. The web client uses the same calls.',
        },
        servers: [{ url: appUrl }],
      }),
    )
    return c.json(document)
  })
}

/** Removes the flags of regular expressions, which are invalid in JSON Schema patterns. */
function withPlainPatterns(document: object): object {
  const text = JSON.stringify(document, (key, value) =>
    key === 'pattern' && typeof value === 'string' ? value.replace(/\/[dgimsuvy]+$/, '') : value,
  )
  return JSON.parse(text)
}

/**
 * Returns the schema of a call's path parameters. Schemas that the call declares take precedence over the
 * default for ids. The result is cached, because Zod compiles schemas. Returns null if the path has no
 * parameters.
 */
export function getPathParamsSchema(call: Call): z.ZodObject | null {
  const known = cachedParams.get(call)
  if (known !== undefined) return known
  const created = makePathParams(call)
  cachedParams.set(call, created)
  return created
}

const cachedParams = new WeakMap<Call, z.ZodObject | null>()

function makePathParams(call: Call): z.ZodObject | null {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  if (names.length === 0) return null
  return z.object(
    Object.fromEntries(
      names.map((name) => [name, call.params?.shape[name] ?? (isIdName(name) ? z.uuid() : word)]),
    ),
  )
}

/** Schema of a slug or token in a path. The schema excludes characters that PostgreSQL cannot compare. */
const word = singleLineText(100)

function isIdName(name: string): boolean {
  return name === 'id' || name.endsWith('_id')
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const

/** Describes who can make a call and when it is always rejected. */
export function describeCallPermission(call: Call): string {
  if (!isRejectedInReadOnlyProject(call)) return whoInWords(call.who)
  const needed = featureFlagForArea(call.area)
  const off = needed === null ? '' : ` or \`${needed}\` is off`
  return `${whoInWords(call.who)} Rejected while the project is archived${off}.`
}

function whoInWords(who: CallerRequirement): string {
  if (who === 'anyone') return 'Anyone can call it without signing in.'
  if (who === 'signed-in') return 'Any signed-in user can call it.'
  if (who === 'instance-admin') return 'Only instance admins can call it.'
  if (who.onlyOwn) return 'Only the creator can call it.'
  const own = who.orOwn ? ' and the creator' : ''
  if ('project' in who) return `${rolesFrom[who.project]} of the project${own} can call it.`
  return `${rolesFrom[who.workspace]} of the workspace${own} can call it.`
}

/** The roles that include a minimum role, in words. */
const rolesFrom: Record<RoleName, string> = {
  guest: 'Guests, members and admins',
  member: 'Members and admins',
  admin: 'Admins',
}
