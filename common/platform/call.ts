import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { RoleName } from './roles.ts'

/**
 * The minimum role for a call. With `orOwn`, the creator of the row may use the call with any role (`true`), or
 * with at least the given lower role. With `onlyOwn`, only the creator may use the call. The command checks who
 * created the row, because it loads the row.
 */
export type CallerRequirement =
  | 'anyone'
  | 'signed-in'
  | 'instance-admin'
  | { workspace: RoleName; orOwn?: true | RoleName; onlyOwn?: true }
  | { project: RoleName; orOwn?: true | RoleName; onlyOwn?: true }

/**
 * Returns the lowest role that any caller needs. A caller with a lower role is rejected before the row is
 * loaded, even if the row is their own.
 */
export function minimumRole(audience: Exclude<CallerRequirement, string>): RoleName {
  if (audience.orOwn === undefined) return 'project' in audience ? audience.project : audience.workspace
  return audience.orOwn === true ? 'guest' : audience.orOwn
}

/**
 * Declares one REST call. The route, the OpenAPI document, the client function and the permission tests
 * derive from it. Paths are templates with `{name}` and end in a slash; they also work without it.
 */
export interface Call {
  /**
   * Group of the call in the documentation. The area also decides which feature of a project must be enabled
   * for the call.
   */
  area: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  who: CallerRequirement
  /**
   * Schema of path parameters. It is not needed for UUIDs and the workspace slug, which are recognized by
   * name.
   */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /**
   * Names of fields that Plane has and Tandem does not support yet. A request with such a field is rejected
   * unless the value of the field is empty.
   */
  lacks?: string[]
  /**
   * The body of some calls contains an array, such as the sub-items of a new item, and every element becomes a
   * row. This is the schema of these rows. If an element contains a field of this schema that the call does not
   * declare, the request is rejected.
   */
  items?: z.ZodObject
  /**
   * Some clients of Plane send a bare array as the body. The server wraps the array in an object, in the field
   * with this name.
   */
  bareArray?: string
  /** True for a browser form with a CSRF token. The response is a redirect. */
  form?: true
  /**
   * True to accept a form post from another site. The browser sends no cookies with such a post, so the
   * command must authenticate the sender, for example by a signature.
   */
  crossSite?: true
  /**
   * True to accept a file of any size, as a form or as the body. The command reads the stream, so no body is
   * validated.
   */
  upload?: true
  /**
   * True if the command waits for a server outside of Tandem, such as Unsplash. These requests have a queue of
   * their own, so that a slow server does not delay the other requests of its caller.
   */
  remote?: true
  /** The rate limit for callers without an account. By default, all calls that read share one limit. */
  visitorLimit?: 'published_page' | 'published_file'
  /** True to require the CSRF token in a header. */
  csrf?: true
  /**
   * Set if the command opens transactions itself with `ctx.writing`. A failed sign-in attempt can then be
   * counted although the call is rejected, and no database connection is occupied while a password is hashed.
   */
  transactions?: 'own'
  /**
   * `returned`: the response contains an `ETag` of the text that it returns. `matched`: the call also accepts
   * `If-Match`, and returns 409 with the current text if the ETag differs.
   */
  etag?: 'returned' | 'matched'
  /**
   * Exempts this call from the rule that writes are rejected while the project is archived or the area is
   * disabled (`guards.ts`).
   */
  archivedProject?: 'allowed'
  /**
   * Each successful request counts as a visit to the row in the response, or to the project in the path. Only
   * requests of other clients are counted, because Tandem's own client calls `recordVisit`.
   */
  visit?: 'issue' | 'page' | 'project'
  /**
   * True to reject the call for service accounts, whose memberships only admins decide. Tokens of people can make the
   * call.
   */
  forPeopleOnly?: true
  /**
   * True if the response contains a secret that is shown only once. Such a response is not stored for
   * idempotent retries.
   */
  secretAnswer?: true
  status: 200 | 201 | 204 | 302
  answer?: z.ZodType
  fails?: ErrorCode[]
}

type Declared = Omit<Call, 'area' | 'status'> & Partial<Pick<Call, 'area' | 'status'>>

type StatusOf<D extends Declared> = D extends { status: infer Own extends Call['status'] }
  ? Own
  : D extends { answer: z.ZodType } | { method: 'GET' }
    ? 200
    : 204

type Completed<Calls extends Record<string, Declared>> = {
  [Name in keyof Calls]: Calls[Name] & { area: string; status: StatusOf<Calls[Name]> }
}

/**
 * Declares the calls of a feature. The default status is 200 for calls with a response body and for GET (which
 * may return a file), and 204 for all others. A call may override the area.
 */
export function declareCalls<const Calls extends Record<string, Declared>>(
  area: string,
  calls: Calls,
): Completed<Calls> {
  const completed = Object.entries(calls).map(([name, call]) => {
    const status = call.answer || call.method === 'GET' ? 200 : 204
    return [name, { area, status, ...call }]
  })
  return Object.fromEntries(completed)
}

type Shape<S> = S extends z.ZodType ? z.infer<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

export type BodyOf<C extends Call> = Shape<C['body']>
export type QueryOf<C extends Call> = Shape<C['query']>
export type ResponseOf<C extends Call> = Shape<C['answer']>
/** The body that clients send, before defaults are applied. */
export type BodyInputOf<C extends Call> = Sent<C['body']>
export type QueryInputOf<C extends Call> = Sent<C['query']>

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
export type ParamsOf<C extends Call> = Record<Names<C['path']>, string>
