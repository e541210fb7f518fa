import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import type { Logger } from 'pino'
import { newId } from '#common/platform/ids.ts'
import type { Config } from '../config/config.ts'
import type { InstanceSettingsCache, Mailer, OutgoingEmail } from '../context/ports.ts'
import { mailSenderAddress, transportOptions } from './server.ts'

export interface MailerDependencies {
  config: Config
  settings: Pick<InstanceSettingsCache, 'get'>
  log: Logger
}

/**
 * Sends emails by SMTP. If no mail server is configured, each email is written to a file that anyone with
 * access to the machine can read. The settings are read for each email.
 */
export function createMailer({ config, settings, log }: MailerDependencies): Mailer {
  return {
    async send(mail) {
      const from = mailSenderAddress(config, settings.get)
      const server = transportOptions(config, settings.get)
      if (server === null) await writeToOutbox(join(config.dataDir, 'outbox'), { ...mail, from }, log)
      else await sendBySmtp(server, { ...mail, from })
    },
  }
}

/** Sends an email. Throws the error of the mail server or of the connection. */
export async function sendBySmtp(
  server: SMTPTransport.Options,
  { from, to, subject, text, html, ...mail }: OutgoingEmail & { from: string },
): Promise<void> {
  // Import `nodemailer` on demand. The package takes two megabytes of memory and is needed only with a mail
  // server.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(server)
  await transport.sendMail({
    ...{ from, to, subject: oneLine(subject), text },
    ...(html !== undefined && { html }),
    headers: headersOf(mail),
  })
}

async function writeToOutbox(
  folder: string,
  { from, to, subject, text, html: _, ...mail }: OutgoingEmail & { from: string },
  log: Logger,
): Promise<void> {
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${newId().slice(-6)}.txt`)
  const more = Object.entries(headersOf(mail))
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(file, `To: ${to}\nFrom: ${from}\nSubject: ${oneLine(subject)}\n${more}\n${text}\n`, {
    mode: 0o600,
  })
  // Do not log the text of the email. It contains codes and links, and the log has more readers than the
  // outbox.
  log.info({ file }, `no mail server is set: a mail to ${to} was written to the outbox`)
}

function headersOf({
  thread,
  unsubscribe,
}: Pick<OutgoingEmail, 'thread' | 'unsubscribe'>): Record<string, string> {
  const headers = {
    // This header prevents absence notices and other automatic replies (RFC 3834).
    'Auto-Submitted': 'auto-generated',
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

/** Removes line breaks, because a line break in a header would start another header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}
