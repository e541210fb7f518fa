import { randomBytes } from 'node:crypto'
import { type AuthErrorName, adminErrors, authErrors } from '#common/identity/sign-in/errors.ts'
import type { instanceAdminCalls } from '#common/operation/instance/admin-calls.ts'
import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import { normalizeEmail } from '#common/platform/text.ts'
import { findAccount } from '../../identity/sign-in/accounts.ts'
import { signIn, signOut, signUp } from '../../identity/sign-in/sign-in.ts'
import { isInstanceAdmin } from '../../identity/users/instance-admins.ts'
import { getMe } from '../../identity/users/queries.ts'
import { type Context, Redirect } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

type Calls = typeof instanceAdminCalls

const signInScreen = '/god-mode/'
const firstScreen = '/god-mode/general'

export async function getInstanceAdminSession(
  ctx: Context,
): Promise<ResponseOf<Calls['getInstanceAdminSession']>> {
  const { user } = ctx
  if (!user?.is_instance_admin) return { is_authenticated: false }
  return { is_authenticated: true, user: await getMe({ ...ctx, user }) }
}

/**
 * Signs an instance admin in. A user without this role gets the error for a wrong password, so that the response
 * does not reveal who is an admin.
 */
export async function signInInstanceAdmin(
  ctx: Context,
  { next_path: _, ...form }: BodyOf<Calls['signInInstanceAdmin']>,
): Promise<Redirect> {
  const account = await findAccount(ctx.em, normalizeEmail(form.email))
  const isAdmin = account !== undefined && (await isInstanceAdmin(ctx.em, account.id))
  const wrong = randomBytes(32).toString('hex')
  const password = isAdmin || form.password === '' ? form.password : wrong
  return withAdminError(await signIn(ctx, { ...form, password, next_path: firstScreen }))
}

/**
 * Creates an account, but only while this Tandem instance has no admin. This first account becomes the
 * instance admin.
 */
export async function signUpInstanceAdmin(
  ctx: Context,
  form: BodyOf<Calls['signUpInstanceAdmin']>,
): Promise<Redirect> {
  const { email, password, first_name, last_name, company_name, is_telemetry_enabled = false } = form
  const admin = await query(ctx.em)
    .selectFrom('instance_admins')
    .select('user_id')
    .limit(1)
    .executeTakeFirst()
  if (admin !== undefined) return refusal('ADMIN_ALREADY_EXIST')
  if ([email, password, first_name].some((value) => value.trim() === ''))
    return refusal('REQUIRED_ADMIN_EMAIL_PASSWORD_FIRST_NAME')
  const names = { first_name: first_name.trim(), last_name: last_name.trim() }
  const answer = await signUp(ctx, { email, password, next_path: firstScreen }, names)
  if (errorOf(answer) !== null) return withAdminError(answer)
  await ctx.writing(async (em) => {
    const db = query(em)
    const user = db.selectFrom('users').select('id').where('email', '=', normalizeEmail(email))
    await db.updateTable('profiles').set({ company_name }).where('user_id', '=', user).execute()
    await db.updateTable('instances').set({ is_telemetry_enabled }).where('id', '=', 1).execute()
  })
  return answer
}

export async function signOutInstanceAdmin(ctx: Context): Promise<Redirect> {
  await signOut(ctx, undefined)
  return new Redirect(signInScreen)
}

export async function visitSignUpScreen({ em }: Context): Promise<undefined> {
  await query(em)
    .updateTable('instances')
    .set({ is_signup_screen_visited: true })
    .where('id', '=', 1)
    // Anyone may send this call. Write the row only the first time, so that repeated calls do not lock it.
    .where('is_signup_screen_visited', '=', false)
    .execute()
}

/** Maps the errors of sign-in and sign-up to the error names of the administration. */
const adminNames: Partial<Record<AuthErrorName, keyof typeof adminErrors>> = {
  REQUIRED_EMAIL_PASSWORD_SIGN_IN: 'REQUIRED_ADMIN_EMAIL_PASSWORD',
  INVALID_EMAIL_SIGN_IN: 'INVALID_ADMIN_EMAIL',
  INVALID_EMAIL_SIGN_UP: 'INVALID_ADMIN_EMAIL',
  AUTHENTICATION_FAILED_SIGN_IN: 'ADMIN_AUTHENTICATION_FAILED',
  USER_ACCOUNT_DEACTIVATED: 'ADMIN_USER_DEACTIVATED',
  USER_ALREADY_EXIST: 'ADMIN_USER_ALREADY_EXIST',
  PASSWORD_TOO_WEAK: 'INVALID_ADMIN_PASSWORD',
}

function errorOf({ to }: Redirect): AuthErrorName | null {
  const code = new URL(to, 'http://localhost').searchParams.get('error_code')
  const known = Object.entries(authErrors).find(([, number]) => String(number) === code)
  return known === undefined ? null : (known[0] as AuthErrorName)
}

function withAdminError(answer: Redirect): Redirect {
  const error = errorOf(answer)
  if (error === null) return answer
  const name = adminNames[error]
  return name === undefined ? refusal(error) : refusal(name)
}

function refusal(name: AuthErrorName | keyof typeof adminErrors): Redirect {
  const code = { ...authErrors, ...adminErrors }[name]
  const query = new URLSearchParams({ error_code: String(code), error_message: name })
  return new Redirect(`${signInScreen}?${query}`)
}
