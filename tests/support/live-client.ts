import { io, type Socket } from 'socket.io-client'
import type { Change, ChangesMessage, Presence, SubscribeResponse } from '#common/platform/changes.ts'
import type { PresenceChanges } from '#common/platform/live.ts'
import type { ApiClient } from './api-client.ts'
import type { TestServer } from './server.ts'

/** A socket at `/live` that records its messages, so that a test can wait for them. */
export interface LiveClient {
  socket: Socket
  heard: Change[]
  messages: ChangesMessage[]
  accessChanges: string[]
  subscribe(workspace: string, since?: number): Promise<SubscribeResponse>
  /** Resolves with the first change for which `fits` returns true. The change may already have arrived. */
  hears(fits: (change: Change) => boolean): Promise<Change>
  /**
   * Resolves with the people who are viewing the item or page `place`, as soon as `fits` returns true for these
   * people.
   */
  sees(place: string, fits: (people: Presence[]) => boolean): Promise<Presence[]>
  close(): void
}

/** The number of milliseconds to wait for a message before the test fails. */
const patience = 5000

export async function connectLive(
  server: Pick<TestServer, 'url'>,
  who: Pick<ApiClient, 'cookie'> | { key: string },
  origin = server.url,
): Promise<LiveClient> {
  const socket = io(server.url, {
    path: '/live',
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: 'key' in who ? { 'x-api-key': who.key } : { cookie: who.cookie, origin },
    reconnection: false,
  })
  const heard: Change[] = []
  const messages: ChangesMessage[] = []
  const accessChanges: string[] = []
  const places = new Map<string, Presence[]>()
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  socket.on('changes', (message: ChangesMessage) => {
    messages.push(message)
    heard.push(...message.changes)
    wake()
  })
  socket.on('access', (workspace: string) => {
    accessChanges.push(workspace)
    wake()
  })
  socket.on('presence', (place: string, people: Presence[]) => {
    places.set(place, people)
    wake()
  })
  socket.on('presence_changes', (place: string, { changed, left }: PresenceChanges) => {
    const gone = new Set([...left, ...changed.map((state) => state.client_id)])
    const others = (places.get(place) ?? []).filter((state) => !gone.has(state.client_id))
    places.set(place, [...others, ...changed])
    wake()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })

  function until<T>(what: string, find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find()
        if (found === undefined) return
        clearTimeout(timer)
        waiting.delete(look)
        resolve(found)
      }
      const timer = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`${what}, but heard ${JSON.stringify(heard)}`))
      }, patience)
      waiting.add(look)
      look()
    })
  }

  return {
    socket,
    heard,
    messages,
    accessChanges,
    subscribe: (workspace, since) =>
      socket.emitWithAck('subscribe', { workspace, ...(since !== undefined && { since }) }),
    hears: (fits) => until('waited for a change', () => heard.find(fits)),
    sees: (place, fits) =>
      until(`waited for people at ${place}`, () => {
        const people = places.get(place) ?? []
        return fits(people) ? people : undefined
      }),
    close: () => void socket.disconnect(),
  }
}
