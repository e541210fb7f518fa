import type { Calls } from '#common/calls.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { IdentityProofBody } from '#common/identity/sign-in/two-factor/schema.ts'
import type { BodyInputOf } from '#common/platform/call.ts'
import { runSessionEndingCall } from '../../platform/app/sign-in-again.ts'
import { csrfToken, request, store } from '../../platform/app/sync.ts'
import { profileAtom } from '../../platform/person/profile.ts'
import { clearDataAndShowVisitorPage, meAtom } from '../../platform/person/session.ts'

/** Changes the account data of the current user. Throws `RequestError` when the server rejects the change. */
export async function changeAccount(body: BodyInputOf<Calls['updateMe']>): Promise<void> {
  store.set(meAtom, await request('updateMe', { body }))
}

/**
 * Changes the profile settings of the current user. Throws `RequestError` when the server rejects the change.
 */
export async function changeProfile(body: BodyInputOf<Calls['updateProfile']>): Promise<void> {
  store.set(profileAtom, await request('updateProfile', { body }))
}

/**
 * Changes the password and ends all other sessions. `old_password` is null for an account without a password.
 * Throws `RequestError` when the server rejects the change.
 */
export async function changePassword(
  old_password: string | null,
  new_password: string,
  proof: EmailCodeProof = {},
): Promise<void> {
  const csrf_token = await csrfToken()
  if (old_password === null) {
    const body = { ...proof, password: new_password }
    store.set(meAtom, await runSessionEndingCall(() => request('setPassword', { body }, { csrf_token })))
  } else {
    const body = { old_password, new_password }
    await runSessionEndingCall(() => request('changePassword', { body }, { csrf_token }))
  }
}

/** The proof of identity for an account without a password. */
export type EmailCodeProof = Omit<Partial<IdentityProofBody>, 'password'>

/**
 * Requests a code that is sent to the new email address. Throws `RequestError` when the server rejects the
 * request.
 */
export async function requestEmailCode(email: string, proof: Partial<IdentityProofBody>): Promise<void> {
  await request('generateEmailCode', { body: { ...proof, email } })
}

/**
 * Changes the email address and ends all other sessions. Throws `RequestError` when the server rejects the
 * change.
 */
export async function changeEmail(email: string, code: string): Promise<void> {
  await runSessionEndingCall(() => request('changeEmail', { body: { email, code } }))
  store.set(meAtom, await request('getMe', {}))
}

/**
 * Deactivates the account, leaves the page and clears local data. Throws `RequestError` when the server
 * rejects the request.
 */
export async function deactivateMe(): Promise<void> {
  await runSessionEndingCall(async () => {
    await request('deactivateMe', {})
    await clearDataAndShowVisitorPage()
  })
}

/**
 * Opens the page of the provider to link an account. The provider redirects back to `next_path`. Throws
 * `RequestError` when the server rejects the request.
 */
export async function linkAccount(
  provider: SignInProvider,
  next_path: string,
  proof: Partial<IdentityProofBody>,
): Promise<void> {
  const { url } = await request('linkAccount', { body: { ...proof, provider, next_path } })
  location.assign(url)
}

/**
 * Deletes the account, leaves the page and clears local data. Throws `RequestError` when the server rejects
 * the request.
 */
export async function deleteAccount(proof: Partial<IdentityProofBody>): Promise<void> {
  await runSessionEndingCall(async () => {
    await request('deleteAccount', { body: proof })
    await clearDataAndShowVisitorPage()
  })
}
