import { calls } from 'virtual:calls'
import type { CallName, Calls } from '#common/calls.ts'
import { expectedUserHeader } from '#common/identity/sign-in/expected-user.ts'
import type { DialogueLine } from '#common/operation/instance/schema.ts'
import type { AnswerOf, BodySent, ParamsOf, QuerySent } from '#common/platform/call.ts'
import { mutationHeader, versionHeader } from '#common/platform/changes.ts'
import type { ErrorCode, FieldErrors } from '#common/platform/errors.ts'
import { type Clock, systemClock } from './clock.ts'

type Optional<K extends string, T> = T extends undefined ? { [P in K]?: undefined } : { [P in K]: T }
type Params<C extends CallName> = keyof ParamsOf<Calls[C]> extends never
  ? { params?: undefined }
  : { params: ParamsOf<Calls[C]> }

/** What a call takes, by its declaration. */
export type Sending<C extends CallName> = Params<C> & { query?: QuerySent<Calls[C]> } & Optional<
    'body',
    BodySent<Calls[C]>
  >

export interface SentRequest {
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
  /** What was said to a mail server before it failed. */
  readonly dialogue: readonly DialogueLine[]

  constructor(
    code: ErrorCode | 'offline',
    message: string,
    fields: FieldErrors = {},
    {
      error_code = null,
      retry_after = null,
      dialogue = [],
    }: { error_code?: number | null; retry_after?: number | null; dialogue?: readonly DialogueLine[] } = {},
  ) {
    super(message)
    this.name = 'RequestError'
    this.code = code
    this.fields = fields
    this.error_code = error_code
    this.retry_after = retry_after
    this.dialogue = dialogue
  }
}

/** Sends to the server; `fetch`, or a test's way to a server of its own. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

export interface Answered<C extends CallName> {
  answer: AnswerOf<Calls[C]>
  /** Of the workspace; the rows are at least as new. */
  version: number
}

export interface Requests {
  /** Says whose page it is, once that is known: what it sends is refused when somebody else has signed in at this browser. */
  belongTo(userId: string): void
  /** Undefined while nobody is known. */
  owner(): string | undefined
  /** Makes a declared call. Throws `RequestError`. */
  request<C extends CallName>(name: C, input: Sending<C>, options?: SentRequest): Promise<AnswerOf<Calls[C]>>
  /** The same, with the version of the workspace that the rows are at least as new as. */
  requestWithVersion<C extends CallName>(
    name: C,
    input: Sending<C>,
    options?: SentRequest,
  ): Promise<Answered<C>>
}

/** Reads that the server is too busy for are sent again as often as this, */
const mostRepeats = 5
/** where it names so many seconds at most. Nobody looks at an empty screen for longer without being told why. */
const longestWait = 10

/** `onSignedOut` is called when an answer says that nobody is signed in. */
export function createRequests(
  send: Send,
  onSignedOut: () => void,
  clock: Pick<Clock, 'after'> = systemClock,
): Requests {
  let owner: string | undefined

  /** A read that is refused with `rate_limited` waits for as long as the server says, and a little longer, so that not all come back at one moment. */
  async function sendPatiently(url: string, init: RequestInit): Promise<Response> {
    for (let repeats = 0; ; repeats++) {
      const response = await send(url, init)
      const seconds = Number(response.headers.get('retry-after')) || longestWait
      const isRepeated = response.status === 429 && init.method === 'GET' && seconds <= longestWait
      if (!isRepeated || repeats === mostRepeats) return response
      await pause(clock, seconds * 1000 * (1 + Math.random() / 4), init.signal)
    }
  }

  async function requestWithVersion<C extends CallName>(
    name: C,
    input: Sending<C>,
    options: SentRequest = {},
  ): Promise<Answered<C>> {
    const [method, template] = calls[name]
    const init = { method, credentials: 'same-origin', ...initOf(input.body, owner, options) } as const
    const { response, text } = await whole(
      sendPatiently(fill(template, input as UrlParts), init),
      options.signal,
    )
    const answer = text === '' ? undefined : parse(text, response.status)
    if (response.status === 401) onSignedOut()
    if (!response.ok) throw refusal(response, answer)
    return { answer: answer as AnswerOf<Calls[C]>, version: Number(response.headers.get(versionHeader) ?? 0) }
  }
  return {
    belongTo(userId) {
      owner = userId
    },
    owner: () => owner,
    request: async (name, input, options) => (await requestWithVersion(name, input, options)).answer,
    requestWithVersion,
  }
}

function pause(
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  signal: AbortSignal | null = null,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      stop()
      reject(signal?.reason)
    }
    const stop = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** A connection may break before the answer and amid it; either way nobody knows what came of the request. */
async function whole(sent: Promise<Response>, signal: AbortSignal | undefined) {
  try {
    const response = await sent
    return { response, text: await response.text() }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new RequestError('offline', 'offline')
  }
}

function initOf(
  body: unknown,
  owner: string | undefined,
  { mutation_id, csrf_token, signal, keepalive }: SentRequest,
): RequestInit {
  return {
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(owner !== undefined && { [expectedUserHeader]: owner }),
      ...(mutation_id && { [mutationHeader]: mutation_id }),
      ...(csrf_token && { 'X-CSRFTOKEN': csrf_token }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  }
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

/** What a proxy refuses for its size it will refuse again; whatever else its page says may pass. */
const refusedForSize = [413, 414, 431]

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's error page.
    const code = refusedForSize.includes(status) ? 'too_large' : 'unavailable'
    throw new RequestError(code, code)
  }
}

interface Failure {
  code?: ErrorCode
  error?: string
  fields?: FieldErrors
  error_code?: number
  dialogue?: DialogueLine[]
}

/** Of a proxy that does not reach the server, and says so without a body. */
const proxyFailures = [502, 503, 504]

function refusal({ status, headers }: Response, answer: unknown): RequestError {
  const { code, error, fields, error_code, dialogue = [] } = (answer ?? {}) as Failure
  return new RequestError(
    code ?? (proxyFailures.includes(status) ? 'unavailable' : 'internal'),
    error ?? String(status),
    fields,
    {
      error_code: error_code ?? null,
      retry_after: Number(headers.get('retry-after')) || null,
      dialogue,
    },
  )
}
