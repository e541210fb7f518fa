import { z } from 'zod'
import { passkey, signedByKey } from './passkeys.ts'

const text = z.string().max(1000).default('')
const proofs = ['factor', 'password', 'mailed_code'] as const

/** What a person has besides their password or mailed code. */
export const secondFactor = z.object({
  /** Whether an app makes codes for them. */
  has_totp: z.boolean(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
  /** What is asked before any of it changes. */
  proof: z.enum(proofs),
  /** What is asked before the e-mail address changes. */
  proof_to_move: z.enum(proofs),
})
export type SecondFactor = z.infer<typeof secondFactor>

/** What `proof` says, and that alone. */
export const proofBody = z.object({
  password: text,
  /** Of those that are mailed. */
  mailed_code: text,
  /** Of the app, or one to recover by. */
  code: text,
  passkey: signedByKey.optional(),
})
export type ProofBody = z.infer<typeof proofBody>

export const newTotp = z.object({
  /** For whoever types it, in base 32. */
  secret: z.string(),
  /** The same for a QR code. */
  uri: z.string(),
})
export type NewTotp = z.infer<typeof newTotp>

/** Told once. Empty where there are some already. */
export const newRecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodes>

export const codeBody = z.object({ code: text })
