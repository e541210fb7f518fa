import type { Me } from '../../users/schema.ts'

export const totpDigits = 6
export const totpSeconds = 30
/** Steps that the clock of a phone may be off by, either way. */
export const totpDrift = 1

export const recoveryCodes = 10
export const passkeyNameLength = 100

/** What somebody typed, as the codes are compared. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toLowerCase()
}

export function isTotpCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code)
}

/** Without letters and digits that one takes for each other: ten of these, with a dash in the middle. */
export const recoveryAlphabet = '23456789abcdefghjkmnpqrstvwxyz'

export function isRecoveryCode(code: string): boolean {
  return code.length === 10 && [...code].every((letter) => recoveryAlphabet.includes(letter))
}

export type Proof = 'factor' | 'password' | 'mailed_code'

/**
 * What shows that it is really the person who changes how they sign in: the strongest that the account has. A second factor stands on an
 * address that is known to be theirs, so whoever made an account in the name of somebody else's address keeps nobody out by one. Where no
 * email can be sent, the password does: the first proof of the address takes such a factor away.
 */
export function proofNeeded(
  account: Pick<Me, 'is_email_verified' | 'is_password_autoset'> & { has_second_factor: boolean },
): Proof {
  if (account.has_second_factor) return 'factor'
  return account.is_email_verified && !account.is_password_autoset ? 'password' : 'mailed_code'
}

/** The same before the address changes, which who mistyped theirs as they signed up gets no mail at. */
export function proofToMove(
  account: Pick<Me, 'is_password_autoset'> & { has_second_factor: boolean },
): Proof {
  return proofNeeded({ ...account, is_email_verified: true })
}

/** For so long the sign-in itself shows who sets their first password, in minutes. */
export const freshSignInMinutes = 15
