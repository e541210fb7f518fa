import { createECDH, hkdfSync } from 'node:crypto'
import type { Config } from '../../../platform/config/config.ts'

/**
 * VAPID keys of this Tandem instance, derived from its secret. All processes therefore have the same keys,
 * and a backup need not contain them. After a change of the secret, browsers have to be registered again.
 */
export function derivePushKeys({ secret }: Pick<Config, 'secret'>): {
  publicKey: string
  privateKey: string
} {
  const curve = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    try {
      curve.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', `push ${attempt}`, 32)))
      break
    } catch {
      // About one in four billion numbers is not a valid private key. Try the next number then.
    }
  }
  return {
    publicKey: curve.getPublicKey().toString('base64url'),
    privateKey: curve.getPrivateKey().toString('base64url').padStart(43, 'A'),
  }
}
