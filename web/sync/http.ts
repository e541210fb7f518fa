import { calls } from 'virtual:calls'
import type { AnswerOf, BodySent, ParamsOf, QuerySent } from '#common/call.ts'
import type { CallName, Calls } from '#common/calls.ts'
import { mutationHeader, versionHeader } from '#common/changes.ts'
import type { ErrorCode, FieldErrors } from '#common/errors.ts'

type Optional<K extends string, T> = T extends undefined ? { [P in K]?: undefined } : { [P in K]: T }
type Params<C extends CallName> = keyof ParamsOf<Calls[C]> extends never
  ? { params?: undefined }
  : { params: ParamsOf<Calls[C]> }

/** What a call takes, by its declaration. */
export type Sending<C extends CallName> = Params<C> & { query?: QuerySent<Calls[C]> } & Optional<
    'body',
    BodySent<Calls[C]>
  >

export interface Sent {
  mutation_id?: string
  /** For the calls that ask for the token of this browser's forms. */
  csrf_token?: string
  signal?: AbortSignal
  /** Goes on when its page is left meanwhile; browsers allow it for small bodies. */
  keepalive?: boolean
}

/** A refusal or a failure to reach the server, in a form that screens can show. */
export class RequestError extends Error {
  readonly code: ErrorCode | 'offline'
  readonly fields: FieldErrors
  readonly error_code: number | null
  /** Seconds after which the server wants to be asked again. */
  readonly retry_after: number | null

  constructor(
    code: ErrorCode | 'offline',
    message: string,
    fields: FieldErrors = {},
    {
      error_code = null,
      retry_after = null,
    }: { error_code?: number | null; retry_after?: number | null } = {},
  ) {
    super(message)
    this.name = 'RequestError'
    this.code = code
    this.fields = fields
    this.error_code = error_code
    this.retry_after = retry_after
  }
}

/** Makes a declared call. Throws `RequestError`; a 401 sends the browser to sign-in with the way back. */
export async function request<C extends CallName>(
  name: C,
  input: Sending<C>,
  options: Sent = {},
): Promise<AnswerOf<Calls[C]>> {
  return (await requestWithVersion(name, input, options)).answer
}

/** The same, with the version of the workspace that the rows are at least as new as. */
export async function requestWithVersion<C extends CallName>(
  name: C,
  input: Sending<C>,
  { mutation_id, csrf_token, signal, keepalive }: Sent = {},
): Promise<{ answer: AnswerOf<Calls[C]>; version: number }> {
  const [method, template] = calls[name]
  const response = await fetch(fill(template, input as UrlParts), {
    method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(input.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(mutation_id && { [mutationHeader]: mutation_id }),
      ...(csrf_token && { 'X-CSRFTOKEN': csrf_token }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new RequestError('offline', 'offline')
  })
  const text = await response.text()
  const answer = text === '' ? undefined : parse(text)
  if (!response.ok) throw refusal(response, answer)
  return { answer: answer as AnswerOf<Calls[C]>, version: Number(response.headers.get(versionHeader) ?? 0) }
}

/** Every call's input has this form; the compiler cannot see it through the generic. */
interface UrlParts {
  params?: object
  query?: object
}

function fill(template: string, input: UrlParts): string {
  const params: Record<string, string | undefined> = { ...input.params }
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...input.query })) {
    if (value !== undefined && value !== null) query.set(key, String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's error page.
    throw new RequestError('unavailable', 'unavailable')
  }
}

interface Failure {
  code?: ErrorCode
  error?: string
  fields?: FieldErrors
  error_code?: number
}

function refusal({ status, headers }: Response, answer: unknown): RequestError {
  const { code, error, fields, error_code } = (answer ?? {}) as Failure
  if (status === 401) signInAgain()
  return new RequestError(code ?? 'internal', error ?? String(status), fields, {
    error_code: error_code ?? null,
    retry_after: Number(headers.get('retry-after')) || null,
  })
}

const publicPaths = ['/', '/sign-up', '/accounts', '/workspace-invitations', '/ui']

function signInAgain(): void {
  const { pathname, search } = window.location
  if (publicPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return
  window.location.assign(`/?next_path=${encodeURIComponent(pathname + search)}`)
}
