import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import type { GetSetting } from '#common/operation/instance/settings.ts'
import { hasMailServer } from '#common/operation/instance/settings.ts'
import type { Config } from '../config/config.ts'
import { createConnector } from '../outgoing/connector.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'reachableNetworks'>

/** Returns true if emails are sent, and false if they are only written to the outbox. */
export function isMailServerConfigured({ smtpUrl }: Pick<Config, 'smtpUrl'>, get: GetSetting): boolean {
  return smtpUrl !== null || hasMailServer(get)
}

export function mailSenderAddress({ mailFrom }: Pick<Config, 'mailFrom'>, get: GetSetting): string {
  return get('EMAIL_FROM') || mailFrom
}

/**
 * Timeouts in milliseconds. Their sum is below the time limit of the job. Otherwise, the email would be sent
 * again while the first attempt still waits.
 */
const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/**
 * Returns the current mail server, or null. A mail server that the operator has set in the environment may be
 * in any network.
 */
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

/**
 * Connects to a mail server that an admin entered in the settings screen. The server must be public or in
 * `REACHABLE_NETWORKS`, like all addresses that users enter.
 */
function connectTo({ reachableNetworks }: MailConfig, { host, port }: { host: string; port: number }) {
  const connect = createConnector({ reachable: reachableNetworks })
  const named = host.includes(':') ? `[${host}]` : host
  // Connect without encryption, because the SMTP library encrypts the connection itself.
  const plain = new URL(`http://${named}:${port}`)
  return connect(plain, AbortSignal.timeout(patience.connectionTimeout))
}
