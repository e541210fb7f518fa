import { io, type Socket } from 'socket.io-client'
import { sendToParent, sharedClockMilliseconds } from './child.ts'

interface Wish {
  hub: string
  bare: string
  cookies: string[]
  workspace: string
  sockets: number
}

/**
 * Opens the same number of sockets at both servers. For each message that all sockets receive, reports the time at
 * which the last one has received it.
 */
process.once('message', async ({ hub, bare, cookies, workspace, sockets }: Wish) => {
  for (const [url, options] of [
    [hub, { path: '/live' }],
    [bare, {}],
  ] as const) {
    let heard = 0
    for (let at = 0; at < sockets; at++) {
      const extraHeaders = { cookie: cookies[at % cookies.length] ?? '', origin: url }
      const socket = io(url, { ...options, transports: ['websocket'], forceNew: true, extraHeaders })
      await connected(socket)
      if (url === hub) {
        const answer = await socket.emitWithAck('subscribe', { workspace })
        if (answer.ok !== true) throw new Error(`not subscribed: ${JSON.stringify(answer)}`)
      }
      socket.on('changes', () => {
        heard++
        if (heard < sockets) return
        heard = 0
        sendToParent({ at: sharedClockMilliseconds() })
      })
    }
  }
  sendToParent({ connected: true })
})

async function connected(socket: Socket): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
}
