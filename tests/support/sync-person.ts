import { io } from 'socket.io-client'
import { liveProtocolVersion } from '#common/platform/live.ts'
import { createSync } from '#web/platform/sync/create-sync.ts'
import type { OutboxMessage, OutboxStorage } from '#web/platform/sync/outbox-storage.ts'
import { createTabOutboxStorage } from '#web/platform/sync/outbox-storage.ts'
import type { ApiClient } from './api-client.ts'

type NetworkState = 'there' | 'offline' | 'away' | 'losing' | 'hanging'

export type SimulatedTab = ReturnType<typeof openSimulatedTab>

/** Simulates a tab of a person: creates an instance of the client's sync engine with a simulated network. */
export function openSimulatedTab(server: { url: string }, who: Pick<ApiClient, 'cookie' | 'id'>) {
  const listeners = new Set<(isOnline: boolean) => void>()
  const headers = () => ({ cookie: who.cookie, origin: server.url })
  const network = {
    /**
     * The state of the simulated network. `there`: all requests succeed. `offline`: the browser knows that it is
     * offline. `away`: every request fails, although the browser reports that it is online. `losing`: the server
     * receives all requests, but its answers to writes are lost. `hanging`: requests get no answer.
     */
    state: 'there' as NetworkState,
    /** The mutation ids of the writes that were sent. */
    written: [] as string[],
    /** The URLs of the read requests that were sent. */
    asked: [] as string[],
    set(state: NetworkState) {
      network.state = state
      for (const listener of listeners) listener(state !== 'offline')
    },
  }
  const sync = createSync({
    async send(url, init) {
      // If the network changes before the answer arrives, the state at the time of the request still decides
      // what happens to the request.
      const { state } = network
      if (state === 'offline' || state === 'away') throw new TypeError('no network')
      if (state === 'hanging') return new Promise(() => {})
      const id = new Headers(init.headers).get('x-mutation-id')
      if (id === null) network.asked.push(url)
      else network.written.push(id)
      const answer = await fetch(new URL(url, server.url), {
        ...init,
        headers: { ...init.headers, ...headers() },
      })
      if (id !== null && state === 'losing') throw new TypeError('the answer was lost')
      return answer
    },
    socket: async () =>
      io(server.url, {
        path: '/live',
        auth: (tell) => tell({ protocol: liveProtocolVersion, user_id: sync.requests.owner() }),
        transports: ['websocket'],
        forceNew: true,
        extraHeaders: headers(),
      }),
    device: {
      isOnline: () => network.state !== 'offline',
      onOnline: (listener) => void listeners.add(listener),
      onLeave: () => {},
    },
  })
  sync.requests.belongTo(who.id)
  return { ...sync, ...sync.rows, ...sync.live, ...sync.mutations, network }
}

/**
 * Returns a function that opens the browser storage of one person for a tab. All tabs share the stored changes,
 * only one tab at a time sends them, and the tabs notify each other. With `isReloaded`, the tab opens after all
 * other tabs have released their locks.
 */
export function createSharedOutboxStorage(): (isReloaded?: true) => OutboxStorage {
  const kept = createTabOutboxStorage()
  const tabs = new Map<object, (news: OutboxMessage) => void>()
  let last = Promise.resolve()
  return (isReloaded) => {
    const tab = {}
    if (isReloaded) last = Promise.resolve()
    return {
      ...kept,
      alone(work) {
        last = last.then(work)
        return last
      },
      send(news) {
        for (const [other, listener] of tabs) if (other !== tab) listener(structuredClone(news))
      },
      onMessage: (listener) => void tabs.set(tab, listener),
    }
  }
}
