import { authError } from '#common/identity/sign-in/errors.ts'
import type { MailTestResult } from '#common/operation/instance/schema.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { getTranslator } from '../../platform/locales.ts'
import { sendBySmtp } from '../../platform/mail/mailer.ts'
import { mailSenderAddress, transportOptions } from '../../platform/mail/server.ts'
import { createTranscribingTransport } from '../../platform/mail/transcribing-transport.ts'

/**
 * Sends the email immediately instead of in a job, since the admin wants to see the response of the mail server.
 */
export async function testEmail(ctx: UserContext, typed: string): Promise<MailTestResult> {
  const { config, settings } = ctx
  const to = normalizeEmail(typed)
  if (!isEmail(to)) throw invalid('receiver_email', 'Enter a valid email.')
  const server = transportOptions(config, settings.get)
  if (server === null) throw authError('SMTP_NOT_CONFIGURED')
  await ctx.limits.take('mail', `test:${ctx.user.id}`)
  const listening = createTranscribingTransport(server, [settings.get('EMAIL_HOST_PASSWORD'), config.smtpUrl])
  const from = mailSenderAddress(config, settings.get)
  await ctx.writing(async (em) =>
    addAuditEntry(em, { action: 'instance.mail_tested', target: { kind: 'setting', name: to } }),
  )
  const { t } = getTranslator(ctx.user.language)
  const text = `${t('mails.test.text', { url: config.appUrl })}\n`
  try {
    await sendBySmtp(listening.options, { from, to, subject: t('mails.test.subject'), text })
  } catch (error) {
    throw refusalOf(error, listening)
  }
  return { message: 'Email successfully sent.', dialogue: listening.dialogue() }
}

/**
 * Returns the reason of the failure as the mail server or the network reported it, with the SMTP dialog up to that
 * point.
 */
function refusalOf(
  error: unknown,
  { dialogue, withoutSecrets }: ReturnType<typeof createTranscribingTransport>,
): AppError {
  const reason = withoutSecrets(error instanceof Error ? error.message : String(error))
  return new AppError('invalid', reason, { dialogue: [...dialogue(), { from: 'note', text: reason }] })
}
