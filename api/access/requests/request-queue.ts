import type { Context } from 'hono'
import type { Call } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'
import { createFairQueue } from '../../platform/concurrency/fair-queue.ts'
import type { Orm } from '../../platform/db/orm.ts'
import { networkOf } from '../../platform/http/address.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { credentialOf } from '../../platform/http/limits.ts'
import { hashToken } from '../../platform/http/session.ts'
import { authenticate } from '../authenticate.ts'

export interface RequestQueue {
  /** Answers a request when it is its caller's turn. Throws `rate_limited` when too many of theirs wait already. */
  pass<T>(c: Context<HttpEnv>, call: Call, answer: () => Promise<T>): Promise<T>
}

/** A browser opens six connections to a server, and more at once make no screen appear earlier on a machine with few processors. */
const atOncePerCaller = 4
/** Far more than one caller gets, so that a few people whose calls wait for something else hold up nobody. */
const atOnce = 64
/** A browser that opens again with ten tabs sends about so many. */
const mostWaiting = 200
/** No screen asks for so much at once. */
const manyWaiting = 40
/** Callers of whom it is remembered who they are. */
const mostKnown = 10_000

/**
 * Shares the server among callers: a few requests of each are answered at once, the others of the same caller wait. A caller is a person with all
 * their sessions and tokens; strangers are counted by network. Uploads and everything about signing in are left out: they wait for clients and
 * for other servers, and have limits of their own.
 */
export function createRequestQueue({ em }: Pick<Orm, 'em'>): RequestQueue {
  const queue = createFairQueue({ atOnce, atOncePerPerson: atOncePerCaller, mostWaiting, manyWaiting })
  const identifying = createFairQueue({ atOnce: 4, atOncePerPerson: 2, mostWaiting })
  /** User ids by the hash of a session or token, the oldest first. That it may have ended matters to nobody here. */
  const known = new Map<string, string>()
  const asked = new Map<string, Promise<string | null>>()

  async function identify(credential: string, network: string, c: Context<HttpEnv>): Promise<string | null> {
    const caller = await identifying.pass(network, () => authenticate(em.fork(), c.env.incoming.headers))
    if (caller === null) return null
    const [oldest] = known.keys()
    if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest)
    known.set(credential, caller.user.id)
    return caller.user.id
  }

  /** A page sends many requests at once, whose person is looked up once. */
  function userOf(credential: string, network: string, c: Context<HttpEnv>): Promise<string | null> {
    const before = asked.get(credential)
    if (before !== undefined) return before
    const asking = identify(credential, network, c).finally(() => asked.delete(credential))
    asked.set(credential, asking)
    return asking
  }

  async function callerOf(c: Context<HttpEnv>): Promise<string> {
    const network = networkOf(c.get('address'))
    const sent = credentialOf(c)
    if (sent === null) return network
    const credential = hashToken(sent.token)
    return known.get(credential) ?? (await userOf(credential, network, c)) ?? network
  }

  return {
    async pass(c, call, answer) {
      if (isLeftOut(call)) return answer()
      return queue.pass(await callerOf(c), () => {
        // A browser that has left the page reads nothing any more. What it wrote is still done.
        if (call.method === 'GET' && c.env.outgoing.destroyed)
          throw new AppError('unavailable', 'Nobody waits.')
        return answer()
      })
    },
  }
}

function isLeftOut({ area, upload }: Call): boolean {
  return upload === true || area === 'auth'
}
