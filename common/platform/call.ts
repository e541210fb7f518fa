import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { RoleName } from './roles.ts'

/**
 * The minimum role for a call. With `orOwn`, the creator of the row may have a lower role; with `onlyOwn`, only the
 * creator may call. The command checks ownership, because it loads the row.
 */
export type Who =
  | 'anyone'
  | 'signed-in'
  | 'instance-admin'
  | { workspace: RoleName; orOwn?: true; onlyOwn?: true }
  | { project: RoleName; orOwn?: true; onlyOwn?: true }

/**
 * Declares one REST call. The route, the OpenAPI document, the client function and the permission tests derive from it.
 * Paths are templates with `{name}` and end in a slash; they also work without it.
 */
export interface Call {
  /** Groups calls in the documentation, and determines which feature of a project must be enabled. */
  area: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  who: Who
  /** Path parameters other than uuids and the workspace slug, which are recognised by name. */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Fields of the reference product that are not supported yet. A non-empty value is rejected. */
  lacks?: string[]
  /** The row that objects in the body change. Other fields of this row are rejected. */
  items?: z.ZodObject
  /** The body field for a bare array, because some calls of the reference product send one. */
  bareArray?: string
  /** A browser form with a CSRF token; the answer is a redirect. */
  form?: true
  /** Accepts a form post from another site. It has no cookies and must prove its origin itself. */
  crossSite?: true
  /** Accepts a file of any size, as a form or as the body. The command reads the stream, so no body is validated. */
  upload?: true
  /** Requires the CSRF token in a header. */
  csrf?: true
  /**
   * The command opens transactions itself with `ctx.writing`. Failed attempts stay counted after a rejection, and no
   * connection is held while a password is hashed.
   */
  transactions?: 'own'
  /**
   * `told`: the answer has an `ETag` of its text. `matched`: the call also accepts `If-Match`, and returns 409 with the
   * current text if it does not match.
   */
  etag?: 'told' | 'matched'
  /**
   * Writes are rejected while the project is archived or the area is disabled (`guards.ts`). `allowed` exempts this
   * call.
   */
  archivedProject?: 'allowed'
  /** The answer contains a secret that is shown once, so it is not stored for resent writes. */
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
 * Declares the calls of a feature. The default status is 200 for calls with an answer and for GET, which may return a
 * file, otherwise 204. A call may override the area.
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
export type AnswerOf<C extends Call> = Shape<C['answer']>
/** The input before defaults are applied. */
export type BodySent<C extends Call> = Sent<C['body']>
export type QuerySent<C extends Call> = Sent<C['query']>

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
export type ParamsOf<C extends Call> = Record<Names<C['path']>, string>
