import { z } from 'zod'
import { passkey, passkeyAssertion } from './passkeys.ts'

const text = z.string().max(1000).default('')
const proofs = ['factor', 'password', 'mailed_code'] as const

/** The factors of an account. */
export const twoFactor = z.object({
  /** True when an authenticator app is set up. */
  has_totp: z.boolean(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
  /** Proof that is required for changes. */
  proof: z.enum(proofs),
  /** Proof that is required to change the email address. */
  proof_to_move: z.enum(proofs),
})
export type TwoFactor = z.infer<typeof twoFactor>

/** Only the field that `proof` names is used. */
export const proofBody = z.object({
  password: text,
  /** Code from the email. */
  mailed_code: text,
  /** Code of the authenticator app, or a recovery code. */
  code: text,
  passkey: passkeyAssertion.optional(),
})
export type ProofBody = z.infer<typeof proofBody>

export const newTotp = z.object({
  /** Base32 secret for manual entry. */
  secret: z.string(),
  /** The same secret as a URI for a QR code. */
  uri: z.string(),
})
export type NewTotp = z.infer<typeof newTotp>

/** Returned once. Empty when recovery codes already exist. */
export const newRecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodes>

export const codeBody = z.object({ code: text })
