import type { Context } from 'hono'
import type { Call } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'
import { createFairQueue } from '../../platform/concurrency/fair-queue.ts'
import type { Orm } from '../../platform/db/orm.ts'
import { getClientNetwork } from '../../platform/http/address.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { readRequestCredential } from '../../platform/http/limits.ts'
import { hashToken } from '../../platform/http/session.ts'
import { authenticate } from '../authenticate.ts'

export interface RequestQueue {
  /**
   * Runs the request when it is the caller's turn. Throws `rate_limited` when too many requests of this
   * caller are already waiting.
   */
  pass<T>(c: Context<HttpEnv>, call: Call, answer: () => Promise<T>): Promise<T>
}

/**
 * Maximum number of requests of one caller that run at the same time. Browsers open six connections to a
 * server. More parallel requests do not make screens load faster on machines with few processors.
 */
const atOncePerCaller = 4
/**
 * Maximum number of running requests of all callers. This maximum is far above the limit of one caller, so
 * that a few callers with slow requests do not block the others.
 */
const atOnce = 64
/**
 * Maximum number of waiting requests of one caller: about as many as a browser sends when it restores ten
 * tabs.
 */
const maxWaitingPerCaller = 200
/**
 * If a caller has more waiting requests than this number, the caller's requests run one at a time until none
 * is waiting. No screen of the client sends this many requests at once.
 */
const serialAbove = 40
/**
 * Separate limits for calls that load data from other servers. For example, the browser loads about 30 pictures for
 * one picture search.
 */
const remoteLimits = { atOnce: 48, atOncePerPerson: 6, mostWaiting: 100 }
/** Maximum number of callers whose user id is cached. */
const maxKnownCallers = 10_000

/**
 * Distributes the server's capacity among callers: a few requests of each caller run at once, and all other requests
 * of the caller wait. A caller is a user with all sessions and tokens. All anonymous requests from one network count
 * as one caller. Uploads and sign-in calls are excluded, because they wait for clients or other servers and have
 * their own limits.
 */
export function createRequestQueue({ em }: Pick<Orm, 'em'>): RequestQueue {
  const queue = createFairQueue({
    atOnce,
    atOncePerPerson: atOncePerCaller,
    mostWaiting: maxWaitingPerCaller,
    manyWaiting: serialAbove,
  })
  const remoteQueue = createFairQueue(remoteLimits)
  const identifying = createFairQueue({ atOnce: 4, atOncePerPerson: 2, mostWaiting: maxWaitingPerCaller })
  /**
   * User ids by hash of the session or token, oldest first. The entry of an ended session does no harm,
   * because the user id only assigns requests to a queue.
   */
  const userIds = new Map<string, string>()
  const pendingLookups = new Map<string, Promise<string | null>>()

  async function identify(credential: string, network: string, c: Context<HttpEnv>): Promise<string | null> {
    const caller = await identifying.pass(network, () => authenticate(em.fork(), c.env.incoming.headers))
    if (caller === null) return null
    const [oldest] = userIds.keys()
    if (userIds.size >= maxKnownCallers && oldest !== undefined) userIds.delete(oldest)
    userIds.set(credential, caller.user.id)
    return caller.user.id
  }

  /**
   * Returns the user id for a credential. A screen of the client sends many requests at once, so concurrent
   * lookups of the same credential share one query.
   */
  function userOf(credential: string, network: string, c: Context<HttpEnv>): Promise<string | null> {
    const pending = pendingLookups.get(credential)
    if (pending !== undefined) return pending
    const lookup = identify(credential, network, c).finally(() => pendingLookups.delete(credential))
    pendingLookups.set(credential, lookup)
    return lookup
  }

  async function callerOf(c: Context<HttpEnv>): Promise<string> {
    const network = getClientNetwork(c.get('address'))
    const sent = readRequestCredential(c)
    if (sent === null) return network
    const credential = hashToken(sent.token)
    return userIds.get(credential) ?? (await userOf(credential, network, c)) ?? network
  }

  return {
    async pass(c, call, answer) {
      if (isExempt(call)) return answer()
      const chosen = call.remote === true ? remoteQueue : queue
      return chosen.pass(await callerOf(c), () => {
        // If the browser has closed the connection, nobody receives the response, so skip reads. Writes are executed
        // in any case.
        if (call.method === 'GET' && c.env.outgoing.destroyed)
          throw new AppError('unavailable', 'Nobody waits.')
        return answer()
      })
    },
  }
}

function isExempt({ area, upload }: Call): boolean {
  return upload === true || area === 'auth'
}
