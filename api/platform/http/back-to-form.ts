import type { Context } from 'hono'
import { safeNextPath } from '#common/identity/sign-in/next-path.ts'
import type { AppError } from '#common/platform/errors.ts'
import type { HttpEnv } from './env.ts'
import { isForm, longestForm, readForm } from './read-form.ts'

/**
 * Leads a form post that came too often back to its page, which says so in words and when to try again; null when the browser does
 * not tell the page. That may be anybody's, so of its address only the path and query count.
 */
export async function backToForm(c: Context<HttpEnv>, { details }: AppError): Promise<Response | null> {
  const page = URL.parse(c.req.header('referer') ?? '')
  const path = safeNextPath(page?.pathname)
  if (page === null || path === null) return null
  const form = isForm(c) ? await readForm(c, longestForm).catch(() => null) : null
  const query = new URLSearchParams(page.search)
  query.set('error_code', String(details.error_code))
  query.set('error_message', String(details.error_message))
  query.set('retry_after', String(details.retry_after))
  if (form?.['email']) query.set('email', form['email'].slice(0, 320))
  return c.redirect(`${path}?${query}`, 302)
}
