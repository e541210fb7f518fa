import { EventEmitter } from 'node:events'
import { Redis } from 'ioredis'

/**
 * Notifies other parts of the server, in this process directly and in other processes through Redis. Messages
 * may be lost (for example while a process was down), so subscribers also poll. Data that must not be lost is
 * stored in the database before it is announced.
 */
export interface Bus {
  publish(channel: string, message: string): void
  /** Returns a function that ends the subscription. */
  subscribe(channel: string, handler: (message: string) => void): () => void
  /**
   * Returns the status of Redis, or null if Redis is not configured. If Redis is not configured, there is only
   * one process.
   */
  state(): Promise<BusState | null>
  close(): Promise<void>
}

export interface BusState {
  is_reachable: boolean
  version: string | null
  milliseconds: number | null
}

/** Maximum milliseconds to wait for a response of Redis. */
const answersWithin = 900

export function createBus(redisUrl: string | null): Bus {
  return redisUrl === null ? localBus() : redisBus(redisUrl)
}

function localBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    publish: (channel, message) => void emitter.emit(channel, message),
    subscribe(channel, handler) {
      emitter.on(channel, handler)
      return () => void emitter.off(channel, handler)
    },
    state: async () => null,
    close: async () => void emitter.removeAllListeners(),
  }
}

function redisBus(url: string): Bus {
  const emitter = new EventEmitter().setMaxListeners(0)
  // Drop messages that cannot be sent now. A queue could grow large, and its messages would be outdated when
  // Redis is available again.
  const sender = new Redis(url, { maxRetriesPerRequest: null, enableOfflineQueue: false })
  const receiver = new Redis(url, { maxRetriesPerRequest: null })
  // Ignore connection errors, which repeat until Redis is available again. Until then, feed readers and job
  // workers poll the database.
  for (const client of [sender, receiver]) client.on('error', () => {})
  receiver.on('message', (channel: string, message: string) => void emitter.emit(channel, message))
  return {
    publish: (channel, message) => void sender.publish(channel, message).catch(() => {}),
    subscribe(channel, handler) {
      if (emitter.listenerCount(channel) === 0) void receiver.subscribe(channel).catch(() => {})
      emitter.on(channel, handler)
      return () => {
        emitter.off(channel, handler)
        if (emitter.listenerCount(channel) === 0) void receiver.unsubscribe(channel).catch(() => {})
      }
    },
    async state() {
      const began = performance.now()
      // Wait only briefly for Redis, because the screen of an admin is waiting for this status.
      const late = new Promise<null>((resolve) => setTimeout(resolve, answersWithin, null).unref())
      const serverInfo = await Promise.race([sender.info('server').catch(() => null), late])
      if (serverInfo === null) return { is_reachable: false, version: null, milliseconds: null }
      const version = /redis_version:(\S+)/.exec(serverInfo)?.[1] ?? null
      return { is_reachable: true, version, milliseconds: Math.round(performance.now() - began) }
    },
    async close() {
      emitter.removeAllListeners()
      sender.disconnect()
      receiver.disconnect()
    },
  }
}
