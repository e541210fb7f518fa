import type { Context } from '../../platform/context/context.ts'
import { requestLanguage } from '../../platform/http/request-language.ts'
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts'

/** Emails a sign-in code. An address without an account gets it in the language of the browser. */
export function mailSignInCode(ctx: Context, to: string, code: string): Promise<void> {
  const values = { code, url: ctx.config.appUrl }
  return enqueueMail(ctx, 'code', { to, values, language: requestLanguage(ctx) })
}

export function mailPasswordResetLink(ctx: Context, to: string, path: string): Promise<void> {
  return enqueueMail(ctx, 'resetLink', { to, values: { link: `${ctx.config.appUrl}${path}` } })
}

export function mailAccountActivated(
  ctx: Pick<Context, 'config' | 'jobs' | 'em'>,
  to: string,
): Promise<void> {
  return enqueueMail(ctx, 'activated', { to, values: { url: ctx.config.appUrl } })
}
