import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ReceivedEmail {
  to: string
  /** The received message, line by line, with CRLF. */
  raw: string
  /** The unfolded values of the headers, by lower-case name. A repeated header has several values. */
  headers: Map<string, string[]>
}

export interface SmtpServer {
  url: string
  received: ReceivedEmail[]
  close(): Promise<void>
}

/**
 * Starts a simplified mail server (RFC 5321) that accepts emails and stores them unchanged. With a password,
 * authentication is required.
 */
export async function startSmtp(password: string | null = null): Promise<SmtpServer> {
  const received: ReceivedEmail[] = []
  const server = createServer((socket) => serve(socket, password, (mail) => received.push(mail)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

function serve(socket: Socket, password: string | null, take: (mail: ReceivedEmail) => void): void {
  let left = ''
  let to = ''
  let lines: string[] | null = null
  socket.setEncoding('utf8')
  socket.on('error', () => {})
  socket.write('220 here\r\n')
  socket.on('data', (text: string) => {
    const whole = (left + text).split('\r\n')
    left = whole.pop() ?? ''
    for (const line of whole) {
      if (lines === null) command(line)
      else if (line === '.') end(lines)
      else lines.push(line.replace(/^\.\./, '.'))
    }
  })

  function command(line: string): void {
    const verb = line.slice(0, 4).toUpperCase()
    const aboutPassword = password === null ? null : answerAboutPassword(verb, line, password)
    if (aboutPassword !== null) {
      socket.write(aboutPassword)
      return
    }
    if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? ''
    if (verb === 'DATA') {
      lines = []
      socket.write('354 go on\r\n')
    } else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else socket.write('250 ok\r\n')
  }

  function end(read: string[]): void {
    lines = null
    take({ to, raw: read.join('\r\n'), headers: headersOf(read) })
    socket.write('250 taken\r\n')
  }
}

/**
 * Simulates a mail server that repeats the received password in its error message. Returns null for commands
 * that do not concern the sign-in.
 */
function answerAboutPassword(verb: string, line: string, password: string): string | null {
  if (verb === 'EHLO') return '250-here\r\n250 AUTH PLAIN\r\n'
  if (verb !== 'AUTH') return null
  const [, , given] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
    .toString()
    .split('\0')
  return given === password ? '235 in\r\n' : `535 ${given} is not the password\r\n`
}

function headersOf(lines: string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  const folded = lines
    .slice(0, lines.indexOf(''))
    .join('\r\n')
    .replace(/\r\n[ \t]+/g, ' ')
  for (const line of folded.split('\r\n')) {
    const [name = '', value = ''] = line.split(/:\s*(.*)/s)
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
  }
  return headers
}

/** Returns the text of an email, with all parts decoded. */
export function decodeEmailText({ raw }: ReceivedEmail): string {
  return raw
    .split(/\r\n--[^\r\n]+(?:\r\n|$)/)
    .map((part) => {
      const at = part.indexOf('\r\n\r\n')
      const [head, body] = [part.slice(0, at), part.slice(at + 4)]
      if (/quoted-printable/i.test(head)) return fromQuotedPrintable(body)
      return /base64/i.test(head) ? Buffer.from(body, 'base64').toString() : body
    })
    .join('\n')
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
