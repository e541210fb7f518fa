import { createECDH, hkdfSync } from 'node:crypto'
import type { Config } from '../../../platform/config/config.ts'

/**
 * The keys by which push services know this installation (VAPID), made of its secret: there is nothing more to keep, every process has the same,
 * and a backup brings them along. With another secret browsers have to be added anew.
 */
export function pushKeys({ secret }: Pick<Config, 'secret'>): { publicKey: string; privateKey: string } {
  const curve = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    try {
      curve.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', `push ${attempt}`, 32)))
      break
    } catch {
      // One number in four thousand million is none of the curve.
    }
  }
  return {
    publicKey: curve.getPublicKey().toString('base64url'),
    privateKey: curve.getPrivateKey().toString('base64url').padStart(43, 'A'),
  }
}
