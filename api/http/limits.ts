import type { Context } from 'hono'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Call } from '#common/call.ts'
import { AppError } from '#common/errors.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { HttpEnv } from './env.ts'
import { hashToken, sessionToken } from './session.ts'

type LimitName = keyof typeof limits

/** Points a minute unless said otherwise. The anonymous figure is the specification's; signed-in clients have room to work. */
const limits = {
  anonymous: { points: 30, duration: 60 },
  /** Reading without an account: the door's own pages make three or four calls each, and an office shares an address. */
  visitor: { points: 300, duration: 60 },
  session: { points: 3000, duration: 60 },
  /** Guesses at one account, from however many addresses: a code of six digits stays out of reach. */
  account: { points: 20, duration: 600 },
  mail: { points: 10, duration: 3600 },
} as const

export interface RateLimits {
  /** Throws `rate_limited` with the seconds to wait when `key` has used up its points. */
  take(name: LimitName, key: string): Promise<void>
  /** Gives a point back: a right password is no guess. */
  giveBack(name: LimitName, key: string): Promise<void>
  close(): void
}

export function createRateLimits(config: Config): RateLimits {
  const redis = config.redisUrl === null ? null : new Redis(config.redisUrl, { enableOfflineQueue: false })
  redis?.on('error', () => {})
  const make = (name: LimitName) => {
    const memory = new RateLimiterMemory({ keyPrefix: name, ...limits[name] })
    if (redis === null) return memory
    // While Redis is away each process counts for itself: limits get wider, calls go on.
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
    session: make('session'),
    account: make('account'),
    mail: make('mail'),
  }
  return {
    async take(name, key) {
      try {
        await limiters[name].consume(key)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        throw new AppError('rate_limited', 'Too many requests. Please wait a moment.', {
          error_code: 5900,
          error_message: 'RATE_LIMIT_EXCEEDED',
          retry_after: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
        })
      }
    },
    async giveBack(name, key) {
      await limiters[name].reward(key)
    },
    close: () => void redis?.disconnect(),
  }
}

/** By session where there is one, else by address; everything about signing in always by address. */
export async function limitCall(c: Context<HttpEnv>, { limits }: Deps, call: Call): Promise<void> {
  const token = sessionToken(c)
  const address = c.get('address')
  if (call.area === 'auth' && call.method !== 'GET') return limits.take('anonymous', `auth:${address}`)
  if (token === null) return limitVisitor(limits, call, address)
  return limits.take('session', hashToken(token))
}

/** For callers without a session, and those whose session is made up: theirs is the address alone. */
export function limitVisitor(limits: RateLimits, call: Call, address: string): Promise<void> {
  return limits.take(call.method === 'GET' ? 'visitor' : 'anonymous', address)
}
