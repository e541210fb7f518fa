import { EventEmitter } from 'node:events'
import { Redis } from 'ioredis'

/**
 * Wake-ups between parts of the server: within the process, and through Redis where there are several. A message may be lost
 * (a process was down), so whoever listens also looks by itself now and then; nothing is true only on the bus.
 */
export interface Bus {
  publish(channel: string, message: string): void
  /** Answers a function that ends the subscription. */
  subscribe(channel: string, handler: (message: string) => void): () => void
  /** How Redis is; null where there is none, since there is one process alone. */
  state(): Promise<BusState | null>
  close(): Promise<void>
}

export interface BusState {
  is_reachable: boolean
  version: string | null
  milliseconds: number | null
}

/** Milliseconds. */
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
  // What cannot be sent now is lost: kept in memory until Redis is back, it would be old then, and may be a lot.
  const sender = new Redis(url, { maxRetriesPerRequest: null, enableOfflineQueue: false })
  const receiver = new Redis(url, { maxRetriesPerRequest: null })
  // Connection errors repeat until Redis is back; the readers' slow poll covers the gap.
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
      // Whoever waits for it looks at a screen.
      const late = new Promise<null>((resolve) => setTimeout(resolve, answersWithin, null).unref())
      const said = await Promise.race([sender.info('server').catch(() => null), late])
      if (said === null) return { is_reachable: false, version: null, milliseconds: null }
      const version = /redis_version:(\S+)/.exec(said)?.[1] ?? null
      return { is_reachable: true, version, milliseconds: Math.round(performance.now() - began) }
    },
    async close() {
      emitter.removeAllListeners()
      sender.disconnect()
      receiver.disconnect()
    },
  }
}
