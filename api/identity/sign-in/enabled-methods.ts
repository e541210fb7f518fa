import type { EntityManager } from '@mikro-orm/postgresql'
import { type AuthErrorName, authError } from '#common/identity/sign-in/errors.ts'
import { enabledSignInMethods } from '#common/operation/instance/settings.ts'
import { selectInvitationsByEmail } from '../../access/own-workspaces.ts'
import type { Context } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Returns true when the sign-in method is enabled in this Tandem instance (`password`, `code` or a provider).
 */
export function isSignInMethodEnabled({ settings }: Pick<Context, 'settings'>, method: string): boolean {
  return enabledSignInMethods(settings.get).includes(method)
}

/**
 * Returns the reason why nobody can sign up with this email address, or null. When sign-up is closed, invited users
 * and the first user of this Tandem instance can still sign up.
 */
export async function signUpProblem(
  ctx: Pick<Context, 'em' | 'settings'>,
  email: string,
): Promise<AuthErrorName | null> {
  if (ctx.settings.get('ENABLE_SIGNUP') || (await isInvited(ctx.em, email))) return null
  return (await hasAccounts(ctx.em)) ? 'SIGNUP_DISABLED' : null
}

/** Throws the problem that `signUpProblem` returns. Calls that respond with JSON use this function. */
export async function assertSignUpAllowed(
  ctx: Pick<Context, 'em' | 'settings'>,
  email: string,
): Promise<void> {
  const problem = await signUpProblem(ctx, email)
  if (problem !== null) throw authError(problem)
}

async function isInvited(em: EntityManager, email: string): Promise<boolean> {
  const found = await selectInvitationsByEmail(em, email).select('i.id').limit(1).executeTakeFirst()
  return found !== undefined
}

async function hasAccounts(em: EntityManager): Promise<boolean> {
  const { is_setup_done } = await query(em)
    .selectFrom('instances')
    .select('is_setup_done')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return is_setup_done
}
