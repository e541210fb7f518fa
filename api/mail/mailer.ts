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
    async send({ to, subject, text }) {
      const transport = await opened
      await transport.sendMail({ from: config.mailFrom, to, subject: oneLine(subject), text })
    },
  }
}

function outbox(config: Config, log: Logger): Mailer {
  const folder = join(config.dataDir, 'outbox')
  return {
    async send({ to, subject, text }) {
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${newId().slice(-6)}.txt`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(
        file,
        `To: ${to}\nFrom: ${config.mailFrom}\nSubject: ${oneLine(subject)}\n\n${text}\n`,
        { mode: 0o600 },
      )
      // Not the text: it carries codes and links, and logs are read by more people than the outbox is.
      log.info({ file }, `no SMTP_URL is set: a mail to ${to} was written to the outbox`)
    },
  }
}

/** A line break in a header would start another header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}
