import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
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
  /** Resolves when the mail was handed over. A mail that cannot be sent is logged, and the call that caused it goes on. */
  send(mail: Mail): Promise<void>
}

/** Sends by SMTP, or, when none is set, writes each mail as a file that anyone with the machine can read. */
export function createMailer(config: Config, log: Logger): Mailer {
  return config.smtpUrl === null ? outbox(config, log) : smtp(config.smtpUrl, config, log)
}

function smtp(url: string, config: Config, log: Logger): Mailer {
  const transport = createTransport(url)
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({ from: config.mailFrom, to, subject: oneLine(subject), text })
      } catch (error) {
        log.error({ err: error }, 'a mail could not be sent')
      }
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
