import type { Context } from 'hono'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { tokenCallsPerMinute } from '#common/identity/api-tokens/rules.ts'
import type { CallBudget } from '#common/identity/users/service-accounts.ts'
import type { Call } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'
import type { Config } from '../config/config.ts'
import type { Deps } from '../context/deps.ts'
import type { RateLimitName, RateLimits } from '../context/ports.ts'
import { getClientNetwork } from './address.ts'
import { apiKeyFromHeaders } from './api-key.ts'
import type { HttpEnv } from './env.ts'
import { hashToken, readSessionToken } from './session.ts'

/**
 * The number of calls (`points`) that are allowed within `duration` seconds. The requirements of the product
 * define the limit `anonymous`. Signed-in clients may make more calls.
 */
const limits: Record<RateLimitName, { points: number; duration: number }> = {
  anonymous: { points: 30, duration: 60 },
  /**
   * Limit for reads without an account. The sign-in pages make three or four calls each, and a whole office
   * may have one address.
   */
  visitor: { points: 300, duration: 60 },
  /**
   * Limits for public pages and their files. Many readers may have one address, and each loads the page again after a
   * change and every file of a page.
   */
  published_page: { points: 1500, duration: 60 },
  published_file: { points: 3000, duration: 60 },
  /** Limits how often one calendar feed is loaded, on all devices of its owner together. */
  calendar: { points: 120, duration: 3600 },
  session: { points: 3000, duration: 60 },
  /** Limit for API tokens, ten times the limit of Plane. */
  token: { points: tokenCallsPerMinute, duration: 60 },
  /** Limits password attempts for one account from unknown browsers, counted over all addresses. */
  account: { points: 20, duration: 600 },
  /**
   * Limits password attempts from one session, or from one browser that has signed in to the account before.
   */
  device: { points: 20, duration: 600 },
  /**
   * Limits the attempts of the browser that requested an emailed code. All other browsers together have a separate
   * number of attempts for the code, which the row of the code counts.
   */
  code: { points: 5, duration: 600 },
  /**
   * Limits wrong codes of two-factor authentication: per account for unknown browsers, per known browser, and
   * per session.
   */
  factor: { points: 10, duration: 3600 },
  /**
   * Limits emails with sign-in codes and emails with password links. The two kinds are counted separately, so
   * that strangers who use up one limit cannot block the other sign-in method.
   */
  mail: { points: 10, duration: 3600 },
  /** Limits invitations per user. The limit is high enough to invite a whole company within an hour. */
  invitation: { points: 500, duration: 3600 },
  /** Limits file imports per user, because a large file keeps the worker threads busy. */
  import: { points: 60, duration: 3600 },
  /** Limits comments, reactions and votes of one account on public boards. */
  feedback: { points: 60, duration: 60 },
  /** Limits new requests, and uploaded pictures, of one account on public boards. */
  submission: { points: 30, duration: 3600 },
  /**
   * Limits requests to external addresses that one user triggers, so that nobody uses this server for
   * attacks.
   */
  outgoing: { points: 20, duration: 60 },
  /** Limits pictures of search results that this server loads for one user. A page of results has 20. */
  preview: { points: 200, duration: 60 },
  /** Limits how often one user copies a file. */
  copy: { points: 5, duration: 60 },
  /**
   * Limits how often it is recorded that one user has visited one work item, page or project. A second visit within a
   * minute changes nothing that users see.
   */
  visit: { points: 1, duration: 60 },
  /** Limits of service accounts. Each account has its own number of calls, which `takeOf` compares. */
  service_minute: { points: Number.MAX_SAFE_INTEGER, duration: 60 },
  service_day: { points: Number.MAX_SAFE_INTEGER, duration: 86_400 },
} as const

/**
 * This message is written for the owner of the account. Other people may have used up the attempts, so it names
 * the sign-in methods that still work.
 */
const tooManyGuesses =
  'Too many attempts. Sign in with an email code, reset your password, or wait ten minutes.'

const tooManyCalls = 'Too many requests. Please wait a moment.'
const dailyBudgetUsed = 'This service account has used all its calls of the day.'

/**
 * Timeouts of Redis. Every call queries Redis first, so an unreachable Redis would otherwise block all calls
 * until the network times out.
 */
const neverWaitedFor = { enableOfflineQueue: false, commandTimeout: 500, socketTimeout: 1000 }

export function createRateLimits(config: Config): RateLimits {
  const redis = config.redisUrl === null ? null : new Redis(config.redisUrl, neverWaitedFor)
  redis?.on('error', () => {})
  const make = (name: RateLimitName) => {
    const memory = new RateLimiterMemory({ keyPrefix: name, ...limits[name] })
    if (redis === null) return memory
    // While Redis is unreachable, each process counts on its own. Limits are then higher, but calls still
    // work.
    return new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `limit:${name}`,
      insuranceLimiter: memory,
      ...limits[name],
    })
  }
  const limiters = {
    anonymous: make('anonymous'),
    visitor: make('visitor'),
    published_page: make('published_page'),
    published_file: make('published_file'),
    calendar: make('calendar'),
    session: make('session'),
    token: make('token'),
    account: make('account'),
    device: make('device'),
    code: make('code'),
    factor: make('factor'),
    mail: make('mail'),
    invitation: make('invitation'),
    import: make('import'),
    feedback: make('feedback'),
    submission: make('submission'),
    outgoing: make('outgoing'),
    preview: make('preview'),
    copy: make('copy'),
    visit: make('visit'),
    service_minute: make('service_minute'),
    service_day: make('service_day'),
  }
  return {
    async take(name, key) {
      const { refused, remaining } = await consume(limiters[name], key)
      if (refused === null) return remaining
      throw tooManyRequests(name === 'account' ? tooManyGuesses : tooManyCalls, refused.msBeforeNext)
    },
    async takeOf(name, key, points) {
      const { consumedPoints, msBeforeNext } = await limiters[name].consume(key)
      const message = name === 'service_day' ? dailyBudgetUsed : tooManyCalls
      return {
        limit: points,
        remaining: Math.max(0, points - consumedPoints),
        resetSeconds: Math.ceil(msBeforeNext / 1000),
        refusal: consumedPoints > points ? tooManyRequests(message, msBeforeNext) : null,
      }
    },
    async tryTake(name, key) {
      return (await consume(limiters[name], key)).refused === null
    },
    async giveBack(name, key) {
      await limiters[name].reward(key)
    },
    close: () => void redis?.disconnect(),
  }
}

function tooManyRequests(message: string, msBeforeNext: number): AppError {
  return new AppError('rate_limited', message, {
    error_code: 5900,
    error_message: 'RATE_LIMIT_EXCEEDED',
    retry_after: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  })
}

/**
 * Counts one call for `key`. `refused` is null if the call is allowed, otherwise an object with the time to wait.
 */
async function consume(
  limiter: RateLimiterMemory | RateLimiterRedis,
  key: string,
): Promise<{ refused: RateLimiterRes | null; remaining: number }> {
  try {
    const { remainingPoints } = await limiter.consume(key)
    return { refused: null, remaining: remainingPoints }
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return { refused, remaining: 0 }
    throw refused
  }
}

/**
 * Counts a call for its session or token, or for its address if it has neither. Sign-in calls always count
 * for the address.
 */
export async function rateLimitCall(c: Context<HttpEnv>, { limits }: Deps, call: Call): Promise<void> {
  if (c.env.isCounted) return
  const address = c.get('address')
  if (call.area === 'auth' && call.method !== 'GET')
    return void (await limits.take('anonymous', `auth:${getClientNetwork(address)}`))
  const credential = readRequestCredential(c)
  if (credential === null) return rateLimitByAddress(limits, call, address)
  await limits.take(credential.kind, hashToken(credential.token))
}

/**
 * Counts a call of a service account, and sets the headers of the budget, of the minute or the day, that has fewer calls
 * left. All tokens of the account share its budget. A call that is refused for the minute does not count for the day.
 */
export async function rateLimitServiceAccount(
  c: Context<HttpEnv>,
  { limits }: Pick<Deps, 'limits'>,
  accountId: string,
  budget: CallBudget,
): Promise<void> {
  if (c.env.isCounted) return
  const minute = await limits.takeOf('service_minute', accountId, budget.calls_per_minute)
  const day =
    minute.refusal === null ? await limits.takeOf('service_day', accountId, budget.calls_per_day) : null
  const isDayTighter = day !== null && (day.refusal !== null || day.remaining < minute.remaining)
  const { limit, remaining, resetSeconds, refusal } = isDayTighter ? day : minute
  c.header('X-RateLimit-Limit', String(limit))
  c.header('X-RateLimit-Remaining', String(remaining))
  c.header('X-RateLimit-Reset', String(Math.floor(Date.now() / 1000) + resetSeconds))
  if (refusal !== null) throw refusal
}

/**
 * Returns the credential of a request, which may be invalid. Returns null for a request without a session
 * cookie or API token.
 */
export function readRequestCredential(
  c: Context<HttpEnv>,
): { kind: 'session' | 'token'; token: string } | null {
  const key = apiKeyFromHeaders(c.env.incoming.headers)
  if (key !== null) return { kind: 'token', token: key }
  const token = readSessionToken(c)
  return token === null ? null : { kind: 'session', token }
}

/** Limits the call by address, for callers without a valid session. */
export async function rateLimitByAddress(limits: RateLimits, call: Call, address: string): Promise<void> {
  const ordinary = call.method === 'GET' ? 'visitor' : 'anonymous'
  await limits.take(call.visitorLimit ?? ordinary, getClientNetwork(address))
}
