import { z } from 'zod'
import { id, isoTimestamp } from '../../../platform/time.ts'

/** Maximum number of passkeys per user. */
export const passkeysLimit = 20

/** A passkey of a user. */
export const passkey = z.object({
  id,
  name: z.string(),
  created_at: isoTimestamp,
  last_used_at: isoTimestamp.nullable(),
})
export type Passkey = z.infer<typeof passkey>

const bytes = z.string().max(10_000)
const shared = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** Schema of the WebAuthn response after a passkey has signed. */
export const passkeyAssertion = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/** Schema of the WebAuthn response after a passkey was created. */
export const passkeyRegistration = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(50)).max(20).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>

/** WebAuthn options that the page passes to the browser. */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

/** Parses the JSON text of a form. Returns null when it is invalid. */
export function parsePasskeyAssertion(text: string): PasskeyAssertion | null {
  try {
    return passkeyAssertion.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
