import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { newId } from '#common/ids.ts'
import type { Config } from '../config.ts'

export interface Mail {
  to: string
  subject: string
  /** Plain text; lines are kept. Names of people and things may stand in it as they are. */
  text: string
  /** The same as a page, where it is more than a few lines. Whoever makes it has escaped what people have written. */
  html?: string
  /** By which mail programs put it with others. */
  thread?: { id: string; of: string }
  /** Where one gets no more of these, by one press. */
  unsubscribe?: string
}

export interface Mailer {
  /** Resolves when the mail was handed over, and throws when it was not. For the job alone: commands enqueue it. */
  send(mail: Mail): Promise<void>
}

/** Sends by SMTP, or, when none is set, writes each mail as a file that anyone with the machine can read. */
export function createMailer(config: Config, log: Logger): Mailer {
  return config.smtpUrl === null ? outbox(config, log) : smtp(config.smtpUrl, config)
}

/** Together less than the job has, or a mail would be sent again while its first sending waits for the server. */
const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

function smtp(url: string, config: Config): Mailer {
  // Two megabytes, which a server without mail does not need.
  const opened = import('nodemailer').then(({ createTransport }) => createTransport({ url, ...patience }))
  return {
    async send({ to, subject, text, html, ...mail }) {
      const transport = await opened
      await transport.sendMail({
        from: config.mailFrom,
        to,
        subject: oneLine(subject),
        text,
        ...(html !== undefined && { html }),
        headers: headersOf(mail),
      })
    },
  }
}

function outbox(config: Config, log: Logger): Mailer {
  const folder = join(config.dataDir, 'outbox')
  return {
    async send({ to, subject, text, html: _, ...mail }) {
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${newId().slice(-6)}.txt`)
      const more = Object.entries(headersOf(mail))
        .map(([name, value]) => `${name}: ${value}\n`)
        .join('')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(
        file,
        `To: ${to}\nFrom: ${config.mailFrom}\nSubject: ${oneLine(subject)}\n${more}\n${text}\n`,
        { mode: 0o600 },
      )
      // Not the text: it carries codes and links, and logs are read by more people than the outbox is.
      log.info({ file }, `no SMTP_URL is set: a mail to ${to} was written to the outbox`)
    },
  }
}

function headersOf({ thread, unsubscribe }: Pick<Mail, 'thread' | 'unsubscribe'>): Record<string, string> {
  const headers = {
    ...(thread !== undefined && {
      'Message-ID': `<${thread.id}>`,
      'In-Reply-To': `<${thread.of}>`,
      References: `<${thread.of}>`,
    }),
    ...(unsubscribe !== undefined && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)]))
}

/** A line break in a header would start another header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}
