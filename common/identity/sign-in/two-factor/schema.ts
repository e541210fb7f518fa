import { z } from 'zod'
import { passkey, passkeyAssertion } from './passkeys.ts'

const text = z.string().max(1000).default('')
const proofs = ['factor', 'password', 'mailed_code'] as const

/** The settings of an account for two-factor authentication. */
export const twoFactorStatus = z.object({
  /** True when the user has set up an authenticator app. */
  has_totp: z.boolean(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
  /** Proof of identity that is required to change a sign-in setting. */
  proof: z.enum(proofs),
  /** Proof of identity that is required to change the email address. */
  proof_to_move: z.enum(proofs),
})
export type TwoFactorStatus = z.infer<typeof twoFactorStatus>

/** Proof of identity in a request. Only the field that the account requires (`proof`) is used. */
export const identityProofBody = z.object({
  password: text,
  /** Code that was sent by email. */
  mailed_code: text,
  /** Code from the authenticator app, or a recovery code. */
  code: text,
  passkey: passkeyAssertion.optional(),
})
export type IdentityProofBody = z.infer<typeof identityProofBody>

export const newTotp = z.object({
  /** The secret of the authenticator app in Base32, for users who type it instead of scanning the QR code. */
  secret: z.string(),
  /** The secret as a URI for a QR code. */
  uri: z.string(),
})
export type NewTotp = z.infer<typeof newTotp>

/** New recovery codes, which are returned only once. The list is empty if recovery codes already exist. */
export const newRecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodes>

export const codeBody = z.object({ code: text })
