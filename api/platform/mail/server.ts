import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import type { GetSetting } from '#common/operation/instance/settings.ts'
import { hasMailServer } from '#common/operation/instance/settings.ts'
import type { Config } from '../config/config.ts'
import { createConnect } from '../outgoing/connect.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'reachableNetworks'>

/** Whether mails go out, or lie in the outbox. */
export function mailsGoOut({ smtpUrl }: Pick<Config, 'smtpUrl'>, get: GetSetting): boolean {
  return smtpUrl !== null || hasMailServer(get)
}

export function senderOf({ mailFrom }: Pick<Config, 'mailFrom'>, get: GetSetting): string {
  return get('EMAIL_FROM') || mailFrom
}

/** Together less than the job has, or a mail would be sent again while its first sending waits for the server. */
const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/** By which a mail is sent now, null where none is set. What the environment names is reached wherever it is, since whoever runs the machine says so. */
export function transportOptions(config: MailConfig, get: GetSetting): SMTPTransport.Options | null {
  if (config.smtpUrl !== null) return { url: config.smtpUrl, ...patience }
  if (!hasMailServer(get)) return null
  const [host, port] = [get('EMAIL_HOST'), get('EMAIL_PORT')]
  const [user, pass] = [get('EMAIL_HOST_USER'), get('EMAIL_HOST_PASSWORD')]
  const secure = get('EMAIL_USE_SSL')
  const isUpgraded = !secure && get('EMAIL_USE_TLS')
  return {
    ...{ host, port, secure, requireTLS: isUpgraded, ignoreTLS: !isUpgraded },
    ...(user !== '' && { auth: { user, pass } }),
    ...patience,
    getSocket: (_, taken) => {
      connectTo(config, { host, port }).then(
        (connection) => taken(null, { connection }),
        (error: Error) => taken(error, {}),
      )
    },
  }
}

/** A server that is named in a screen is reached as all that people name is: not in private networks that nobody has opened. */
function connectTo({ reachableNetworks }: MailConfig, { host, port }: { host: string; port: number }) {
  const connect = createConnect({ reachable: reachableNetworks })
  const named = host.includes(':') ? `[${host}]` : host
  // Encrypted by whoever speaks SMTP, before or after the first words.
  const plain = new URL(`http://${named}:${port}`)
  return connect(plain, AbortSignal.timeout(patience.connectionTimeout))
}
