import type { Me } from '../../users/schema.ts'

export const totpDigits = 6
export const totpPeriodSeconds = 30
/** Maximum difference between the clocks of the phone and the server, in time steps of the authenticator app. */
export const allowedTotpDrift = 1

export const recoveryCodeCount = 10
export const maxPasskeyNameLength = 100

/** Normalizes an entered code for comparison. */
export function normalizeCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toLowerCase()
}

export function isTotpCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code)
}

/**
 * Alphabet of recovery codes, without similar letters and digits. A code has ten characters, with a dash in
 * the middle.
 */
export const recoveryAlphabet = '23456789abcdefghjkmnpqrstvwxyz'

export function isRecoveryCode(code: string): boolean {
  return code.length === 10 && [...code].every((letter) => recoveryAlphabet.includes(letter))
}

export type IdentityProof = 'factor' | 'password' | 'mailed_code'

/**
 * Returns the strongest proof of identity that the account can give. It is required before a sign-in setting
 * changes. Without two-factor authentication, the password is accepted only if the email address is verified.
 * Otherwise, an emailed code is required, because somebody may have signed up with an address of another person.
 */
export function requiredIdentityProof(
  account: Pick<Me, 'is_email_verified' | 'is_password_autoset'> & { has_second_factor: boolean },
): IdentityProof {
  if (account.has_second_factor) return 'factor'
  return account.is_email_verified && !account.is_password_autoset ? 'password' : 'mailed_code'
}

/**
 * Returns the proof of identity that is required to change the email address. In contrast to
 * `requiredIdentityProof`, the password is also accepted if the address is not verified: a user who mistyped the
 * address at sign-up cannot receive email at that address.
 */
export function requiredProofForEmailChange(
  account: Pick<Me, 'is_password_autoset'> & { has_second_factor: boolean },
): IdentityProof {
  return requiredIdentityProof({ ...account, is_email_verified: true })
}

/** Minutes after a sign-in in which a user can set a first password without another proof of identity. */
export const recentSignInMinutes = 15
