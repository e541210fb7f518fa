import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import type { SmtpDialogueLine } from '#common/operation/instance/schema.ts'

/**
 * `most` is the maximum number of lines in a transcript, and `longest` is the maximum number of characters in a line.
 */
const most = 200
const longest = 500

interface TranscribingTransport {
  options: SMTPTransport.Options
  dialogue(): SmtpDialogueLine[]
  /** Masks secrets in a text, because the server's final message may repeat them. */
  withoutSecrets(text: string): string
}

/**
 * Creates a transport that records the SMTP conversation line by line. Nodemailer masks passwords. The
 * transport masks all other occurrences of the secrets, plain or in base64.
 */
export function createTranscribingTransport(
  server: SMTPTransport.Options,
  secrets: (string | null)[],
): TranscribingTransport {
  const lines: SmtpDialogueLine[] = []
  const hidden = secrets.flatMap((secret) => (secret ? formsOf(secret) : []))
  const note = (entry: unknown, message: unknown) => {
    const { tnx } = Object(entry) as { tnx?: unknown }
    if ((tnx !== 'client' && tnx !== 'server') || lines.length >= most) return
    for (const text of String(message).split(/\r?\n/))
      lines.push({ from: tnx, text: readable(hide(text, hidden)).slice(0, longest) })
  }
  const logger = { level() {}, ...Object.fromEntries(levels.map((level) => [level, note])) }
  return {
    // The cast is safe, because the logger is built from the names of all levels.
    options: { ...server, logger: logger as SMTPTransport.Options['logger'] & object, transactionLog: true },
    dialogue: () => lines.slice(0, most),
    withoutSecrets: (text) => readable(hide(text, hidden)).slice(0, longest),
  }
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/**
 * Returns the forms in which a secret may occur: the secret, the password of a URL, and both in base64 as
 * AUTH sends them.
 */
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
  return hidden.reduce((transcript, secret) => transcript.replaceAll(secret, '…'), masked(text))
}

/** Replaces Nodemailer's base64 placeholder for passwords by an ellipsis. */
function masked(text: string): string {
  return /^(AUTH \S+) \S+$/i.test(text) ? text.replace(/ \S+$/, ' …') : text === placeholder ? '…' : text
}

const placeholder = Buffer.from('/* secret */').toString('base64')

function readable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
