import { once } from 'node:events'
import { setPriority } from 'node:os'
import { io, type Socket } from 'socket.io-client'
import { WebSocket } from 'ws'
import type { PresenceChanges } from '#common/platform/live.ts'
import { sendToParent } from './child.ts'

interface Wish {
  kind: 'subscribe' | 'presence'
  url: string
  cookies: string[]
  workspace: string
  place: string
  count: number
}

// Clients usually run on another machine, so this process must not take CPU time from the server.
setPriority(10)

/**
 * Runs one storm (a burst of frames or of opened tabs) for each message, and reports when the storm has
 * ended.
 */
process.on('message', async (wish: Wish) => {
  if (wish.kind === 'presence') await arriveTogether(wish)
  else for (const cookie of wish.cookies.slice(0, 5)) await subscribeOften(cookie, wish)
  sendToParent({ over: true })
})

/**
 * Sends this number of `subscribe` frames on one socket as fast as possible, without waiting for answers,
 * until the server disconnects it.
 */
async function subscribeOften(cookie: string, { url, workspace, count }: Wish): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live/?EIO=4&transport=websocket`, {
    headers: { cookie, origin: url },
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'open')
  socket.send('40')
  for (let at = 0; at < count; at++) socket.send(`42${at}["subscribe",{"workspace":"${workspace}"}]`)
  await closed
}

/**
 * Opens a board in this number of tabs at the same time. Resolves when each tab has received the presence of all
 * others.
 */
async function arriveTogether({ url, cookies, workspace, place, count }: Wish): Promise<void> {
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const extraHeaders = { cookie: cookies[at % cookies.length] ?? '', origin: url }
      const socket = io(url, { path: '/live', transports: ['websocket'], forceNew: true, extraHeaders })
      const full = isFull(socket, count)
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
      const answer = await socket.emitWithAck('subscribe', { workspace })
      if (answer.ok !== true) throw new Error(`not subscribed: ${JSON.stringify(answer)}`)
      socket.emit('presence', { place })
      await full
      return socket
    }),
  )
  for (const socket of sockets) socket.close()
}

function isFull(socket: Socket, wanted: number): Promise<void> {
  return new Promise((resolve) => {
    const look = (count: number) => {
      if (count >= wanted) resolve()
    }
    socket.on('presence', (_place: string, _people: unknown[], count: number) => look(count))
    socket.on('presence_changes', (_place: string, { count }: PresenceChanges) => look(count))
  })
}
