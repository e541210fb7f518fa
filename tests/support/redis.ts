import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/**
 * Implements the part of Redis that the server's message bus uses, so that the tests need no installed
 * Redis. Messages use real network connections, which can break. The server answers unknown commands with an
 * error, like an older Redis, and the client must continue without them.
 */
export interface Redis {
  url: string
  /** Returns the number of published messages that had a subscriber. */
  passedOn(): number
  /** Returns the number of received commands that begin with this text, including refused ones. */
  asked(begins: string): number
  /** Ends every connection and accepts no new connections, as if the process was killed. */
  stop(): Promise<void>
  /** Keeps connections open but answers no command, like an unreachable host. */
  hang(): void
  /** Restarts on the same port with no data. */
  start(): Promise<void>
}

export async function startRedis(): Promise<Redis> {
  const listeners = new Map<string, Set<Socket>>()
  const sockets = new Set<Socket>()
  let passedOn = 0
  let hangs = false
  const asked: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      for (const heard of listeners.values()) heard.delete(socket)
    })
    let rest = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const { commands, left } = commandsIn(rest + chunk)
      rest = left
      if (!hangs) for (const command of commands) answer(socket, command)
    })
  })

  function answer(socket: Socket, [name = '', ...words]: string[]): void {
    const [channel = '', message = ''] = words
    asked.push(name)
    switch (name.toLowerCase()) {
      case 'ping':
        return void socket.write('+PONG\r\n')
      case 'info':
        return void socket.write(bulk('loading:0'))
      case 'publish': {
        const heard = listeners.get(channel) ?? new Set()
        for (const one of heard) one.write(list('message', channel, message), 'latin1')
        if (heard.size > 0) passedOn++
        return void socket.write(`:${heard.size}\r\n`)
      }
      case 'subscribe':
      case 'unsubscribe':
        for (const each of words) {
          const heard = listeners.get(each) ?? new Set()
          listeners.set(each, heard)
          if (name.toLowerCase() === 'subscribe') heard.add(socket)
          else heard.delete(socket)
          const count = [...listeners.values()].filter((one) => one.has(socket)).length
          socket.write(`*3\r\n${bulk(name.toLowerCase())}${bulk(each)}:${count}\r\n`, 'latin1')
        }
        return
      default:
        return void socket.write(`-ERR unknown command '${name}'\r\n`)
    }
  }

  const listen = (port: number) => new Promise<void>((done) => void server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `redis://127.0.0.1:${port}`,
    passedOn: () => passedOn,
    asked: (begins) => asked.filter((one) => one.startsWith(begins)).length,
    async stop() {
      if (!server.listening) return
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    hang() {
      hangs = true
    },
    start() {
      hangs = false
      return listen(port)
    },
  }
}

/**
 * Parses the received text. A command is an array of strings with their lengths. An incomplete command remains in
 * `left` until the next chunk arrives.
 */
function commandsIn(text: string): { commands: string[][]; left: string } {
  const commands: string[][] = []
  for (let at = 0; ; ) {
    const command: string[] = []
    const head = /^\*(\d+)\r\n/.exec(text.slice(at))
    if (head === null) return { commands, left: text.slice(at) }
    let next = at + head[0].length
    for (let count = Number(head[1]); count > 0; count--) {
      const size = /^\$(\d+)\r\n/.exec(text.slice(next, next + 20))
      const begins = next + (size?.[0].length ?? 0)
      const ends = begins + Number(size?.[1])
      if (size === null || text.length < ends + 2) return { commands, left: text.slice(at) }
      command.push(text.slice(begins, ends))
      next = ends + 2
    }
    commands.push(command)
    at = next
  }
}

function list(...words: string[]): string {
  return `*${words.length}\r\n${words.map(bulk).join('')}`
}

/**
 * Encodes a text for Redis. The connection uses Latin 1, in which each character is one byte. The length of
 * the text is therefore its number of bytes.
 */
function bulk(word: string): string {
  return `$${word.length}\r\n${word}\r\n`
}
