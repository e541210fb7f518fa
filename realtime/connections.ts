import type { Logger } from 'pino'
import { findValidCredentialHashes } from '#api/access/authenticate.ts'
import type { Bus } from '#api/platform/bus.ts'
import { createTokenBucket, type TokenBucket } from '#api/platform/concurrency/token-bucket.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { sessionsChannel } from '#api/platform/http/session.ts'

/**
 * Limits of sockets and frames, per session and per user. `sockets` limits each kind of socket. A browser tab has
 * one socket for changes and one for documents. The limits suffice for a browser that reconnects 200 tabs at once,
 * and for hundreds of documents.
 */
const limits = {
  session: {
    sockets: 200,
    arrivals: { burst: 240, per_second: 5 },
    frames: { burst: 1_000, per_second: 100 },
    texts: { burst: 4_000, per_second: 400 },
  },
  person: {
    sockets: 400,
    arrivals: { burst: 480, per_second: 10 },
    frames: { burst: 2_000, per_second: 200 },
    texts: { burst: 8_000, per_second: 800 },
  },
}
/**
 * Milliseconds between checks of the connected sessions. The checks find sessions that have ended without a
 * message on the bus. One query checks all sessions.
 */
const checkMilliseconds = 2_000

export type ConnectionKind = 'live' | 'documents'

export interface Connection {
  /**
   * Counts a frame for the session and the user. Returns false if the session or the user exceeds its rate.
   */
  takeFrame(): boolean
  /**
   * Counts the cost of a document frame for the session and the user. Returns false if the session or the
   * user exceeds its rate.
   */
  takeText(cost: number): boolean
  leave(): void
}

interface Member {
  user_id: string
  /** Hash of the session token or API token. */
  session: string
}

/** Open sockets of this process, for changes and for documents. */
export interface Connections {
  /**
   * Registers a socket. Returns null if the session or user has too many sockets. `cut` is called when the
   * session ends.
   */
  enter(who: Member, kind: ConnectionKind, cut: () => void): Connection | null
  close(): void
}

interface RateLimits {
  sockets: Record<ConnectionKind, number>
  arrivals: TokenBucket
  frames: TokenBucket
  texts: TokenBucket
}

interface Open extends Member {
  cut: () => void
}

/**
 * Creates the registry of sockets. It limits sockets, and closes those whose session has ended. The bus
 * announces ended sessions; a regular check finds sessions whose message was lost.
 */
export function createConnections({ orm, bus, log }: { orm: Orm; bus: Bus; log: Logger }): Connections {
  const limitsById = new Map<string, RateLimits>()
  const open = new Set<Open>()
  const stopListening = bus.subscribe(
    sessionsChannel,
    (userId) => void check((one) => one.user_id === userId),
  )
  const timer = setInterval(() => {
    for (const [key, party] of limitsById) if (isForgettable(party)) limitsById.delete(key)
    void check(() => true)
  }, checkMilliseconds)

  async function check(isMeant: (one: Open) => boolean): Promise<void> {
    const checked = [...open].filter(isMeant)
    if (checked.length === 0) return
    try {
      const hashes = [...new Set(checked.map(({ session }) => session))]
      const valid = await findValidCredentialHashes(orm.em.fork(), hashes)
      for (const one of checked) if (open.has(one) && !valid.has(one.session)) one.cut()
    } catch (error) {
      log.error({ err: error }, 'ended sessions could not be looked up')
    }
  }

  function limitsOf(kind: keyof typeof limits, id: string): RateLimits {
    const known = limitsById.get(id)
    if (known !== undefined) return known
    const { arrivals, frames, texts } = limits[kind]
    const created = {
      sockets: { live: 0, documents: 0 },
      arrivals: createTokenBucket(arrivals),
      frames: createTokenBucket(frames),
      texts: createTokenBucket(texts),
    }
    limitsById.set(id, created)
    return created
  }

  return {
    enter({ user_id, session: hash }, kind, cut) {
      const session = limitsOf('session', hash)
      const person = limitsOf('person', user_id)
      const isInTime = [session, person].every(({ arrivals }) => arrivals.take())
      const isFull =
        session.sockets[kind] >= limits.session.sockets || person.sockets[kind] >= limits.person.sockets
      if (!isInTime || isFull) return null
      const one = { user_id, session: hash, cut }
      open.add(one)
      for (const { sockets } of [session, person]) sockets[kind]++
      return {
        takeFrame: () => [session, person].every(({ frames }) => frames.take()),
        takeText: (cost) => [session, person].every(({ texts }) => texts.take(cost)),
        leave() {
          if (open.delete(one)) for (const { sockets } of [session, person]) sockets[kind]--
        },
      }
    },
    close() {
      clearInterval(timer)
      stopListening()
    },
  }
}

function isForgettable({ sockets, ...buckets }: RateLimits): boolean {
  const { arrivals, frames, texts } = buckets
  return (
    sockets.live + sockets.documents === 0 && [arrivals, frames, texts].every((bucket) => bucket.isFull())
  )
}
