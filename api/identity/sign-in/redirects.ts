import type { EntityManager } from '@mikro-orm/postgresql'
import { type AuthErrorName, authErrors } from '#common/identity/sign-in/errors.ts'
import { homePath } from '#common/identity/sign-in/home-path.ts'
import { sanitizeNextPath } from '#common/identity/sign-in/next-path.ts'
import { findLastAndFirstWorkspace } from '../../access/own-workspaces.ts'
import { Redirect } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

interface FormValues {
  email?: string
  next_path?: string | undefined
}

/**
 * Redirects the browser back to the page of the form, with an error code. The page shows the message for the
 * code.
 */
export function redirectWithError(
  page: string,
  name: AuthErrorName,
  { email, next_path }: FormValues = {},
): Redirect {
  const next = sanitizeNextPath(next_path)
  const query = new URLSearchParams({
    error_code: String(authErrors[name]),
    error_message: name,
    ...(email && { email }),
    ...(next && { next_path: next }),
  })
  return new Redirect(`${page}${page.includes('?') ? '&' : '?'}${query}`)
}

/**
 * Returns the redirect after a sign-in: to `nextPath`, or to the first screen of the user's last visited
 * (otherwise first) workspace.
 */
export async function buildSignInRedirect(
  em: EntityManager,
  userId: string,
  nextPath: string | undefined,
): Promise<Redirect> {
  const next = sanitizeNextPath(nextPath)
  if (next !== null && next !== '/') return new Redirect(next)
  const { is_onboarded, first_screen } = await query(em)
    .selectFrom('profiles')
    .select(['is_onboarded', 'first_screen'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const { last, first, invites } = await findLastAndFirstWorkspace(em, userId)
  return new Redirect(homePath({ is_onboarded, slug: (last ?? first)?.slug ?? null, invites, first_screen }))
}
