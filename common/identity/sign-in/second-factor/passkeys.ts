import { z } from 'zod'
import { id, moment } from '../../../platform/time.ts'

/** Of one person. */
export const passkeysLimit = 20

/** A device by which a person shows that it is them. */
export const passkey = z.object({
  id,
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
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

/** What a browser answers when a key has signed (WebAuthn). */
export const signedByKey = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
})
export type SignedByKey = z.infer<typeof signedByKey>

/** What it answers when one was made. */
export const newKey = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(50)).max(20).optional(),
  }),
})
export type NewKey = z.infer<typeof newKey>

/** What a browser is asked, as WebAuthn has it. */
export const keyQuestion = z.object({ options: z.record(z.string(), z.unknown()) })

/** A form carries it as text; null when it is none. */
export function readSignedByKey(text: string): SignedByKey | null {
  try {
    return signedByKey.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
