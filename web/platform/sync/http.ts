import { calls } from 'virtual:calls'
import type { CallName, Calls } from '#common/calls.ts'
import { expectedUserHeader } from '#common/identity/sign-in/expected-user.ts'
import type { SmtpDialogueLine } from '#common/operation/instance/schema.ts'
import type { BodyInputOf, ParamsOf, QueryInputOf, ResponseOf } from '#common/platform/call.ts'
import { mutationHeader, versionHeader } from '#common/platform/changes.ts'
import type { ErrorCode, FieldErrors } from '#common/platform/errors.ts'
import { translateServerMessage } from '../../locales/translate-server-message.ts'
import { type AnswerStore, storedAnswerKey } from './stored-answers.ts'
import { type Clock, systemClock } from './system-clock.ts'

type Optional<K extends string, T> = T extends undefined ? { [P in K]?: undefined } : { [P in K]: T }
type Params<C extends CallName> = keyof ParamsOf<Calls[C]> extends never
  ? { params?: undefined }
  : { params: ParamsOf<Calls[C]> }

/** The input of a call, derived from its declaration. */
export type CallInputOf<C extends CallName> = Params<C> & { query?: QueryInputOf<Calls[C]> } & Optional<
    'body',
    BodyInputOf<Calls[C]>
  >

export interface RequestOptions {
  mutation_id?: string
  /** The CSRF token, which some calls require. */
  csrf_token?: string
  signal?: AbortSignal
  /**
   * `fallback`: the response that this device has stored is returned only if the server is unreachable. `only`: the stored
   * response is returned without a request. The read fails if there is none. `never`: the read fails if the server is
   * unreachable. Without this option, `preferStoredAnswers` decides whether a stored response is returned first.
   */
  stored?: 'fallback' | 'only' | 'never'
  /** If true, the request continues after the page is closed. Browsers allow this for small bodies only. */
  keepalive?: boolean
}

/** A rejection by the server or a network failure, in a form that screens can show. */
export class RequestError extends Error {
  readonly code: ErrorCode | 'offline'
  readonly fields: FieldErrors
  readonly error_code: number | null
  /** Seconds to wait before the next attempt. Null if the server did not specify a time. */
  readonly retry_after: number | null
  /** The call that failed. Null if the error has another cause. */
  call: CallName | null = null
  /** The SMTP conversation before a mail server rejected a test email. The array is empty for other errors. */
  readonly dialogue: readonly SmtpDialogueLine[]

  constructor(
    code: ErrorCode | 'offline',
    message: string,
    fields: FieldErrors = {},
    {
      error_code = null,
      retry_after = null,
      dialogue = [],
    }: {
      error_code?: number | null
      retry_after?: number | null
      dialogue?: readonly SmtpDialogueLine[]
    } = {},
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

/** The function that sends a request: `fetch`, or a replacement in tests. */
export type SendRequest = (url: string, init: RequestInit) => Promise<Response>

export interface AnswerWithVersion<C extends CallName> {
  answer: ResponseOf<Calls[C]>
  /** The version of the workspace at which the server created the response. */
  version: number
  /** True if this device has stored the response earlier. */
  isStored?: true
}

export interface RequestClient {
  /**
   * Sets the user in whose name this tab sends requests. If another user signs in with the same browser, the server
   * rejects further requests of this tab.
   */
  belongTo(userId: string): void
  /** Returns the user in whose name this tab sends requests, or undefined until the user is known. */
  owner(): string | undefined
  /**
   * Sends the request of a call that is declared in `common/calls.ts` and returns the answer. Throws
   * `RequestError`.
   */
  request<C extends CallName>(
    name: C,
    input: CallInputOf<C>,
    options?: RequestOptions,
  ): Promise<ResponseOf<Calls[C]>>
  /** Like `request`, but also returns the version of the workspace at which the server read the rows. */
  requestWithVersion<C extends CallName>(
    name: C,
    input: CallInputOf<C>,
    options?: RequestOptions,
  ): Promise<AnswerWithVersion<C>>
  /**
   * Returns true if responses stored on this device were used instead of responses of the server, so that rows on the
   * screen may be outdated.
   */
  hasUsedStoredAnswers(): boolean
  /** Makes `hasUsedStoredAnswers` return false again. Call it before everything is loaded again. */
  forgetUseOfStoredAnswers(): void
  /**
   * While this is true, instant reads return their stored response without a request, so that a screen does not wait
   * for the server. The caller must load everything again afterwards.
   */
  preferStoredAnswers(isPreferred: boolean): void
  /**
   * Stores the current response of a call without parameters, because a write has changed it. Otherwise the next start
   * would show the previous response.
   */
  storeAnswer<C extends CallName>(name: C, answer: ResponseOf<Calls[C]>): void
}

/** The maximum number of retries of a read that the server rejected because of a rate limit. */
const mostRepeats = 5
/**
 * The maximum number of seconds before the next retry. If the server requests a longer delay, the screen shows
 * the error instead of staying empty.
 */
const longestWait = 10

/**
 * Creates the functions that send requests. `onSignedOut` is called when a response reports that nobody is
 * signed in.
 */
export function createRequestClient(
  send: SendRequest,
  onSignedOut: () => void,
  clock: Pick<Clock, 'after'> = systemClock,
  answers: AnswerStore | null = null,
  isLive: () => boolean = () => false,
): RequestClient {
  let owner: string | undefined
  let hasUsedStoredAnswer = false
  let isStoredPreferred = false

  async function requestWithVersion<C extends CallName>(
    name: C,
    input: CallInputOf<C>,
    options: RequestOptions = {},
  ): Promise<AnswerWithVersion<C>> {
    const isOnly = options.stored === 'only'
    const isFirst = isStoredPreferred && options.stored === undefined && answers?.isInstant(name) === true
    const stored = isOnly || isFirst ? await storedAnswer(name, input) : null
    // While the storage was read, everything may have been loaded again, without this request.
    if (stored !== null && (isOnly || isStoredPreferred)) return used(stored)
    if (isOnly) throw new RequestError('offline', 'offline')
    return await answerOrStored(name, input, options)
  }

  /** Sends the request. If the server is unreachable, returns the stored response. */
  async function answerOrStored<C extends CallName>(
    name: C,
    input: CallInputOf<C>,
    options: RequestOptions,
  ): Promise<AnswerWithVersion<C>> {
    try {
      return await answerOf(name, input, options)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      error.call = name
      const stored = options.stored === 'never' ? null : await answerInsteadOf(error, name, input)
      if (stored === null) throw error
      return stored
    }
  }

  function used<C extends CallName>(stored: AnswerWithVersion<C>): AnswerWithVersion<C> {
    hasUsedStoredAnswer = true
    return stored
  }

  /** Returns the stored response to an earlier request with the same URL. */
  async function storedAnswer<C extends CallName>(
    name: C,
    input: CallInputOf<C>,
  ): Promise<AnswerWithVersion<C> | null> {
    if (answers === null || !isStorable(name)) return null
    const key = storedAnswerKey(fill(calls[name][1], input as UrlParts))
    try {
      const stored = await answers.find(key)
      return stored && { answer: JSON.parse(stored.text), version: stored.version, isStored: true }
    } catch {
      // A damaged response is requested from the server again.
      return null
    }
  }

  /** If the server is unreachable, returns the stored response to an earlier request with the same URL. */
  async function answerInsteadOf<C extends CallName>(
    { code }: RequestError,
    name: C,
    input: CallInputOf<C>,
  ): Promise<AnswerWithVersion<C> | null> {
    // Removes the stored response, because the user may have lost access to its content.
    if ((code === 'not_found' || code === 'forbidden') && isStorable(name)) {
      const key = storedAnswerKey(fill(calls[name][1], input as UrlParts))
      answers?.remove((one) => one === key)
    }
    if ((code !== 'offline' && code !== 'unavailable') || isLive()) return null
    const stored = await storedAnswer(name, input)
    return stored && used(stored)
  }

  const isStorable = (name: CallName) => calls[name][0] === 'GET' && answers?.isStorable(name) === true

  async function answerOf<C extends CallName>(
    name: C,
    input: CallInputOf<C>,
    options: RequestOptions,
  ): Promise<AnswerWithVersion<C>> {
    const [method, template] = calls[name]
    const init = { method, credentials: 'same-origin', ...initOf(input.body, owner, options) } as const
    const url = fill(template, input as UrlParts)
    const { response, text } = await whole(sendPatiently({ send, clock }, url, init), options.signal)
    const answer = text === '' ? undefined : parse(text, response.status)
    if (response.status === 401) onSignedOut()
    if (!response.ok) throw refusal(response, answer)
    const version = Number(response.headers.get(versionHeader) ?? 0)
    if (isStorable(name)) answers?.put(storedAnswerKey(url), { text, version })
    return { answer: answer as ResponseOf<Calls[C]>, version }
  }
  return {
    belongTo(userId) {
      owner = userId
    },
    owner: () => owner,
    request: async (name, input, options) => (await requestWithVersion(name, input, options)).answer,
    requestWithVersion,
    hasUsedStoredAnswers: () => hasUsedStoredAnswer,
    forgetUseOfStoredAnswers() {
      hasUsedStoredAnswer = false
    },
    preferStoredAnswers(isPreferred) {
      isStoredPreferred = isPreferred
    },
    storeAnswer(name, answer) {
      if (isStorable(name)) answers?.put(calls[name][1], { text: JSON.stringify(answer), version: 0 })
    },
  }
}

interface Network {
  send: SendRequest
  clock: Pick<Clock, 'after'>
}

/**
 * Retries a read that the server rejects with `rate_limited`, after the delay that the server requested. The
 * random extra delay spreads the retries of many clients.
 */
async function sendPatiently({ send, clock }: Network, url: string, init: RequestInit): Promise<Response> {
  for (let repeats = 0; ; repeats++) {
    const response = await send(url, init)
    const seconds = Number(response.headers.get('retry-after')) || longestWait
    const isRepeated = response.status === 429 && init.method === 'GET' && seconds <= longestWait
    if (!isRepeated || repeats === mostRepeats) return response
    await pause(clock, seconds * 1000 * (1 + Math.random() / 4), init.signal)
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

/**
 * Waits for the complete response. The connection may break before or during the response, and in both cases
 * the result of the request is unknown.
 */
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
  { mutation_id, csrf_token, signal, keepalive }: RequestOptions,
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

/** The input of every call has this type, but the compiler cannot infer it from the generic type. */
interface UrlParts {
  params?: object
  query?: object
}

function fill(template: string, input: UrlParts): string {
  const params: Record<string, string | undefined> = { ...input.params }
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key] ?? ''
    // Without this check, the URL would have an empty part, and could be the URL of another call.
    if (value === '') throw new RequestError('not_found', 'Missing required fields.')
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...input.query })) {
    if (value !== undefined && value !== null) query.set(key, String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

/**
 * Statuses of a proxy that rejects a request because of its size. A retry cannot succeed, while other errors of
 * a proxy may be temporary.
 */
const refusedForSize = [413, 414, 431]

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The body of the answer is an error page of a proxy, so only the status is used.
    const code = refusedForSize.includes(status) ? 'too_large' : 'unavailable'
    throw new RequestError(code, code)
  }
}

interface Failure {
  code?: ErrorCode
  error?: string
  fields?: FieldErrors
  error_code?: number
  dialogue?: SmtpDialogueLine[]
}

/** Statuses that a proxy sends without a body when it cannot reach the server. */
const proxyFailures = [502, 503, 504]

function refusal({ status, headers }: Response, answer: unknown): RequestError {
  const { code, error, fields, error_code, dialogue = [] } = (answer ?? {}) as Failure
  return new RequestError(
    code ?? (proxyFailures.includes(status) ? 'unavailable' : 'internal'),
    error === undefined ? String(status) : translateServerMessage(fieldProblem(error, fields) ?? error),
    translatedFields(fields),
    {
      error_code: error_code ?? null,
      retry_after: Number(headers.get('retry-after')) || null,
      dialogue,
    },
  )
}

/**
 * Matches validation messages that are meant for developers of API clients
 * (`api/platform/http/field-message.ts`). They are not shown to users.
 */
const forPrograms =
  /^(Invalid (input|option|key|element|string|UUID|ISO|base64)|Unrecognized|Too (big|small))/

/**
 * Returns the message of the first field if the general message only states that the request is malformed. Returns
 * undefined in all other cases, and if this message is not meant for users.
 */
function fieldProblem(error: string, fields: FieldErrors = {}): string | undefined {
  const [[problem = ''] = []] = Object.values(fields)
  const isClear = error === 'Please provide valid detail' && problem !== '' && !forPrograms.test(problem)
  return isClear ? problem : undefined
}

function translatedFields(fields: FieldErrors = {}): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, messages]) => [name, messages.map(translateServerMessage)]),
  )
}
