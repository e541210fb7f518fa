import type { Context } from 'hono'
import { sanitizeNextPath } from '#common/identity/sign-in/next-path.ts'
import type { AppError } from '#common/platform/errors.ts'
import type { HttpEnv } from './env.ts'
import { isFormRequest, maxFormLength, readForm } from './read-form.ts'

/**
 * Redirects a rate-limited form post to its page, which shows the error and the time to wait. Returns null if
 * the browser does not send a referer. Only path and query of the referer are used, because its host is not
 * trusted.
 */
export async function redirectToFormWithError(
  c: Context<HttpEnv>,
  { details }: AppError,
): Promise<Response | null> {
  const page = URL.parse(c.req.header('referer') ?? '')
  const path = sanitizeNextPath(page?.pathname)
  if (page === null || path === null) return null
  const form = isFormRequest(c) ? await readForm(c, maxFormLength).catch(() => null) : null
  const query = new URLSearchParams(page.search)
  query.set('error_code', String(details.error_code))
  query.set('error_message', String(details.error_message))
  query.set('retry_after', String(details.retry_after))
  if (form?.['email']) query.set('email', form['email'].slice(0, 320))
  return c.redirect(`${path}?${query}`, 302)
}
