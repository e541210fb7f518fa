import type { Context } from 'hono'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { tokenCallsPerMinute } from '#common/identity/api-tokens/rules.ts'
import type { Call } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'
import type { Config } from '../config/config.ts'
import type { Deps } from '../context/deps.ts'
import type { LimitName, RateLimits } from '../context/ports.ts'
import { networkOf } from './address.ts'
import { apiKeyOf } from './api-key.ts'
import type { HttpEnv } from './env.ts'
import { hashToken, sessionToken } from './session.ts'

/** Points a minute unless said otherwise. The anonymous figure is the specification's; signed-in clients have room to work. */
const limits: Record<LimitName, { points: number; duration: number }> = {
  anonymous: { points: 30, duration: 60 },
  /** Reading without an account: the door's own pages make three or four calls each, and an office shares an address. */
  visitor: { points: 300, duration: 60 },
  session: { points: 3000, duration: 60 },
  /** A program has less to hurry than a screen; ten times what the reference product gives. */
  token: { points: tokenCallsPerMinute, duration: 60 },
  /** Guesses at the password of one account by strangers, from however many addresses. */
  account: { points: 20, duration: 600 },
  /** The same from one browser or session that has been in the account. */
  device: { points: 20, duration: 600 },
  /** Guesses at a mailed code from a browser that asked for it; those of others are counted with the code. */
  code: { points: 5, duration: 600 },
  /** Wrong second factors of one account by strangers, who know its password; of one browser that was in before; of one session. */
  factor: { points: 10, duration: 3600 },
  /** Codes and links to one address are counted apart, so that the one way in stays when strangers have used up the other. */
  mail: { points: 10, duration: 3600 },
  /** People whom one invites: a whole company within an hour, and no more. */
  invitation: { points: 500, duration: 3600 },
  /** Files that one makes pages of; each may be large, and keeps threads busy. */
  import: { points: 60, duration: 3600 },
  /** What one account says of what is published, be it words, emoji or votes: whoever reads it has not asked for it. */
  feedback: { points: 60, duration: 60 },
  /** What one has sent by hand to an address elsewhere, so that nobody floods it from here. */
  outgoing: { points: 20, duration: 60 },
} as const

/** Strangers may have made them, so it names the ways that are open to the owner. */
const tooManyGuesses =
  'Too many passwords were tried. Sign in with a mailed code, choose a new password, or wait ten minutes.'

/** Every call asks it first: one that says nothing, as a host that has vanished, would hold them all until the network gives up. */
const neverWaitedFor = { enableOfflineQueue: false, commandTimeout: 500, socketTimeout: 1000 }

export function createRateLimits(config: Config): RateLimits {
  const redis = config.redisUrl === null ? null : new Redis(config.redisUrl, neverWaitedFor)
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
    token: make('token'),
    account: make('account'),
    device: make('device'),
    code: make('code'),
    factor: make('factor'),
    mail: make('mail'),
    invitation: make('invitation'),
    import: make('import'),
    feedback: make('feedback'),
    outgoing: make('outgoing'),
  }
  return {
    async take(name, key) {
      const refused = await consume(limiters[name], key)
      if (refused === null) return
      const message = name === 'account' ? tooManyGuesses : 'Too many requests. Please wait a moment.'
      throw new AppError('rate_limited', message, {
        error_code: 5900,
        error_message: 'RATE_LIMIT_EXCEEDED',
        retry_after: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
      })
    },
    async tryTake(name, key) {
      return (await consume(limiters[name], key)) === null
    },
    async giveBack(name, key) {
      await limiters[name].reward(key)
    },
    close: () => void redis?.disconnect(),
  }
}

/** Null, or why not. */
async function consume(
  limiter: RateLimiterMemory | RateLimiterRedis,
  key: string,
): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused
    throw refused
  }
}

/** By session or token where there is one, else by address; everything about signing in always by address. */
export async function limitCall(c: Context<HttpEnv>, { limits }: Deps, call: Call): Promise<void> {
  const address = c.get('address')
  if (call.area === 'auth' && call.method !== 'GET')
    return limits.take('anonymous', `auth:${networkOf(address)}`)
  const credential = credentialOf(c)
  if (credential === null) return limitVisitor(limits, call, address)
  return limits.take(credential.kind, hashToken(credential.token))
}

/** What the call says it comes from, known or made up. */
export function credentialOf(c: Context<HttpEnv>): { kind: 'session' | 'token'; token: string } | null {
  const key = apiKeyOf(c.env.incoming.headers)
  if (key !== null) return { kind: 'token', token: key }
  const token = sessionToken(c)
  return token === null ? null : { kind: 'session', token }
}

/** For callers without a session, and those whose session is made up: theirs is the address alone. */
export function limitVisitor(limits: RateLimits, call: Call, address: string): Promise<void> {
  return limits.take(call.method === 'GET' ? 'visitor' : 'anonymous', networkOf(address))
}
