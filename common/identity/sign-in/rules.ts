/** Minimum password strength: a zxcvbn score from 0 to 4. */
export const minPasswordScore = 3
export const maxPasswordLength = 128

export type PasswordStrength = 0 | 1 | 2 | 3 | 4

export const magicCodeDigits = 6

export function isMagicCode(text: string): boolean {
  return /^[1-9][0-9]{5}$/.test(text)
}
