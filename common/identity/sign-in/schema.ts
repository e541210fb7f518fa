import { z } from 'zod'
import { identityProofBody } from './two-factor/schema.ts'

// The schemas only limit the size. The commands validate the values, because wrong and missing values have
// their own error codes (5005, 5010, 5040…).
const text = z.string().max(1000).default('')

const form = {
  csrfmiddlewaretoken: z.string().max(200).optional(),
  next_path: z.string().max(10_000).optional(),
}

export const passwordForm = z.object({ ...form, email: text, password: text })
export type PasswordForm = z.infer<typeof passwordForm>

export const emailCodeForm = z.object({ ...form, email: text, code: text })
export type EmailCodeForm = z.infer<typeof emailCodeForm>

export const twoFactorForm = z.object({ ...form, code: text })
export type TwoFactorForm = z.infer<typeof twoFactorForm>

/** A pending sign-in, with the methods of two-factor authentication that it accepts. */
export const signInChallenge = z.object({
  email: z.string(),
  has_totp: z.boolean(),
  has_passkey: z.boolean(),
})
export type SignInChallenge = z.infer<typeof signInChallenge>

/** WebAuthn response of the browser, as JSON text. */
export const passkeyForm = z.object({ ...form, credential: z.string().max(60_000).default('') })
export type PasskeyForm = z.infer<typeof passkeyForm>

export const newPasswordForm = z.object({ ...form, password: text })
export const baseAuthForm = z.object(form)

export const emailAddressInput = z.object({ email: text })
/** Proofs of identity for a user without a password. */
const proofWithoutPassword = identityProofBody.omit({ password: true })
export const setPasswordBody = proofWithoutPassword.extend({ password: text })
export const changePasswordBody = proofWithoutPassword.extend({ old_password: text, new_password: text })
