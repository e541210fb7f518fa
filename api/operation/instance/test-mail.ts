import { authError } from '#common/identity/sign-in/errors.ts'
import type { MailTest } from '#common/operation/instance/schema.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { isEmail, normalEmail } from '#common/platform/text.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { audit } from '../../platform/feed/audit-entry.ts'
import { sendBySmtp } from '../../platform/mail/mailer.ts'
import { senderOf, transportOptions } from '../../platform/mail/server.ts'
import { createTranscribingTransport } from '../../platform/mail/smtp-transcript.ts'

/** Sent at once and not as a job: whoever set the server up wants to see what it says. */
export async function testEmail(ctx: UserContext, typed: string): Promise<MailTest> {
  const { config, settings } = ctx
  const to = normalEmail(typed)
  if (!isEmail(to)) throw invalid('receiver_email', 'Enter a valid email.')
  const server = transportOptions(config, settings.get)
  if (server === null) throw authError('SMTP_NOT_CONFIGURED')
  await ctx.limits.take('mail', `test:${ctx.user.id}`)
  const listening = createTranscribingTransport(server, [settings.get('EMAIL_HOST_PASSWORD'), config.smtpUrl])
  const from = senderOf(config, settings.get)
  await ctx.writing(async (em) =>
    audit(em, { action: 'instance.mail_tested', target: { kind: 'setting', name: to } }),
  )
  const text = `${config.appUrl} can send emails.\n`
  try {
    await sendBySmtp(listening.options, { from, to, subject: 'Test email from Tandem', text })
  } catch (error) {
    throw refusalOf(error, listening)
  }
  return { message: 'Email successfully sent.', dialogue: listening.dialogue() }
}

/** The reason as the server or the way to it gave it, and all that was said until then. */
function refusalOf(
  error: unknown,
  { dialogue, withoutSecrets }: ReturnType<typeof createTranscribingTransport>,
): AppError {
  const reason = withoutSecrets(error instanceof Error ? error.message : String(error))
  return new AppError('invalid', reason, { dialogue: [...dialogue(), { from: 'note', text: reason }] })
}
