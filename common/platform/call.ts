import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { RoleName } from './roles.ts'

/**
 * Who may make a call, at the least. `orOwn` lets the maker of the addressed row pass with a lower role, `onlyOwn` nobody else
 * whatever their role; the command decides that, since only it has loaded the row.
 */
export type Who =
  | 'anyone'
  | 'signed-in'
  | 'instance-admin'
  | { workspace: RoleName; orOwn?: true; onlyOwn?: true }
  | { project: RoleName; orOwn?: true; onlyOwn?: true }

/**
 * One REST call, declared once: the route, the OpenAPI document, the client's function and the permission matrix are made
 * of it. Paths are templates with `{name}`; all end in a slash and are served without it too.
 */
export interface Call {
  /** Groups calls in the documentation, and decides which switch of a project they need. */
  area: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  who: Who
  /** Path parameters besides the uuids and the workspace slug, which are known by their names. */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Fields that clients of the reference product send and that cannot be kept yet: refused unless they say nothing. */
  lacks?: string[]
  /** The row that objects within the body are changes of: what else they name of it is refused. */
  items?: z.ZodObject
  /** The field of the body that a bare array stands for: some calls of the reference product send nothing around one. */
  bareArray?: string
  /** A browser's form post with the CSRF token, answered by a redirect. */
  form?: true
  /** A post that another site has the browser make. It comes without cookies, and has to carry its own proof. */
  crossSite?: true
  /** Takes a file of any size, in a form or as the body, which the command reads as it comes: it has no body to check. */
  upload?: true
  /** Carries the CSRF token in a header. */
  csrf?: true
  /**
   * The command opens its transactions itself, by `ctx.writing`: what it counts stays counted when it refuses, and no connection
   * is held while a password is hashed.
   */
  transactions?: 'own'
  /**
   * The answer names the text that it holds or has written by an `ETag`; `matched` takes it back in `If-Match`, and answers 409 with the
   * text as it is when that is another.
   */
  etag?: 'told' | 'matched'
  /**
   * What writes within a project is refused while that is archived, and, in areas that a project can switch off, while the area is off
   * (`guards.ts`). `allowed`: not this call.
   */
  archivedProject?: 'allowed'
  /** The answer holds a secret that is told once, so it is not kept for when the same write is sent again. */
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
 * Declares the calls of a feature. A call that names no status answers 200 when it has an answer or is a GET, which may answer a file, and
 * 204 otherwise. A call of another area names its own.
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
/** What a caller has to give before defaults are filled in. */
export type BodySent<C extends Call> = Sent<C['body']>
export type QuerySent<C extends Call> = Sent<C['query']>

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
export type ParamsOf<C extends Call> = Record<Names<C['path']>, string>
