import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import type { DialogueLine } from '#common/operation/instance/schema.ts'

/** Lines of a dialogue at most; a server that talks on is not listened to. */
const most = 200
const longest = 500

interface ListeningTransport {
  options: SMTPTransport.Options
  dialogue(): DialogueLine[]
  /** What the server says in the end may repeat what it was told. */
  withoutSecrets(text: string): string
}

/**
 * A transport that notes what is said between it and the server, line by line. The library says a placeholder where it sends a password;
 * whatever else these secrets stand in, as they are or in base64, is hidden too.
 */
export function listenIn(server: SMTPTransport.Options, secrets: (string | null)[]): ListeningTransport {
  const lines: DialogueLine[] = []
  const hidden = secrets.flatMap((secret) => (secret ? formsOf(secret) : []))
  const note = (entry: unknown, message: unknown) => {
    const { tnx } = Object(entry) as { tnx?: unknown }
    if ((tnx !== 'client' && tnx !== 'server') || lines.length >= most) return
    for (const text of String(message).split(/\r?\n/))
      lines.push({ from: tnx, text: readable(hide(text, hidden)).slice(0, longest) })
  }
  const logger = { level() {}, ...Object.fromEntries(levels.map((level) => [level, note])) }
  return {
    // Each level is there, made of their names.
    options: { ...server, logger: logger as SMTPTransport.Options['logger'] & object, transactionLog: true },
    dialogue: () => lines.slice(0, most),
    withoutSecrets: (text) => readable(hide(text, hidden)).slice(0, longest),
  }
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** The secret as it is, in base64 as AUTH sends it, and the password of an address. */
function formsOf(secret: string): string[] {
  const { password = '' } = URL.parse(secret) ?? {}
  return [secret, password, decoded(password)]
    .filter((one) => one !== '')
    .flatMap((one) => [one, Buffer.from(one).toString('base64').replace(/=+$/, '')])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function hide(text: string, hidden: string[]): string {
  return hidden.reduce((said, one) => said.replaceAll(one, '…'), masked(text))
}

/** What the library says instead of a password is base64 that nobody can read. */
function masked(text: string): string {
  return /^(AUTH \S+) \S+$/i.test(text) ? text.replace(/ \S+$/, ' …') : text === placeholder ? '…' : text
}

const placeholder = Buffer.from('/* secret */').toString('base64')

function readable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
