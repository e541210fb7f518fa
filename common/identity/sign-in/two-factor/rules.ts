import type { Me } from '../../users/schema.ts'

export const totpDigits = 6
export const totpPeriodSeconds = 30
/** Number of time steps by which the clock of a phone may differ in either direction. */
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
 * Returns the proof of identity that is required before sign-in settings change, which is the strongest proof
 * of the account. A second factor requires a verified address, so that nobody can lock out the owner of an
 * address. If the address is not verified, the password is accepted, since the owner's first proof of the
 * address removes such a factor.
 */
export function requiredIdentityProof(
  account: Pick<Me, 'is_email_verified' | 'is_password_autoset'> & { has_second_factor: boolean },
): IdentityProof {
  if (account.has_second_factor) return 'factor'
  return account.is_email_verified && !account.is_password_autoset ? 'password' : 'mailed_code'
}

/**
 * Like `requiredIdentityProof`, but for an email change, for which an unverified address is accepted. A user who
 * mistyped the address at sign-up cannot receive email at that address.
 */
export function requiredProofForEmailChange(
  account: Pick<Me, 'is_password_autoset'> & { has_second_factor: boolean },
): IdentityProof {
  return requiredIdentityProof({ ...account, is_email_verified: true })
}

/** Minutes after a sign-in in which a user can set a first password without another proof of identity. */
export const recentSignInMinutes = 15
