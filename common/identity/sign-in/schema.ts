import { z } from 'zod'
import { proofBody } from './second-factor/schema.ts'

// Wrong and missing values have numbers of their own here (5005, 5010, 5040…), so the commands judge them; what the schemas
// bound is the size.
const text = z.string().max(1000).default('')

const form = {
  csrfmiddlewaretoken: z.string().max(200).optional(),
  next_path: z.string().max(10_000).optional(),
}

export const passwordForm = z.object({ ...form, email: text, password: text })
export type PasswordForm = z.infer<typeof passwordForm>

export const codeForm = z.object({ ...form, email: text, code: text })
export type CodeForm = z.infer<typeof codeForm>

export const secondFactorForm = z.object({ ...form, code: text })
export type SecondFactorForm = z.infer<typeof secondFactorForm>

/** What a sign-in that waits for the second factor takes for it. */
export const signInChallenge = z.object({
  email: z.string(),
  has_totp: z.boolean(),
  has_passkey: z.boolean(),
})
export type SignInChallenge = z.infer<typeof signInChallenge>

/** The answer of a browser to WebAuthn, as text. */
export const passkeyForm = z.object({ ...form, credential: z.string().max(60_000).default('') })
export type PasskeyForm = z.infer<typeof passkeyForm>

export const newPasswordForm = z.object({ ...form, password: text })
export const emptyForm = z.object(form)

export const emailBody = z.object({ email: text })
/** What proves a person who has no password yet. */
const proofWithoutPassword = proofBody.omit({ password: true })
export const setPasswordBody = proofWithoutPassword.extend({ password: text })
export const changePasswordBody = proofWithoutPassword.extend({ old_password: text, new_password: text })
