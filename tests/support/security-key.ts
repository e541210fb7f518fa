import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration } from '#common/identity/sign-in/two-factor/passkeys.ts'

interface Options {
  challenge: string
}

/**
 * Ways in which the security key deviates from a correct one. If a field is missing, the key behaves
 * correctly in this respect.
 */
interface Habits {
  origin?: string
  counter?: number
  isVerified?: boolean
}

/** A WebAuthn security key in software, without a browser. */
export class SecurityKey {
  readonly #origin: string
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }
  readonly id = randomBytes(16).toString('base64url')
  counter = 1

  constructor(origin: string) {
    this.#origin = origin
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  make(options: Options): PasskeyRegistration {
    const raw = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([0, raw.length])
    const data = Buffer.concat([this.#data(0x45), Buffer.alloc(16), length, raw, this.#publicKey()])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(data)],
    ])
    return {
      ...this.#shared(),
      response: {
        clientDataJSON: this.#client('webauthn.create', options, this.#origin),
        attestationObject: attestation.toString('base64url'),
        transports: ['usb'],
      },
    }
  }

  sign(
    options: Options,
    { origin = this.#origin, counter, isVerified = true }: Habits = {},
  ): PasskeyAssertion {
    this.counter = counter ?? this.counter + 1
    const data = this.#data(isVerified ? 0x05 : 0x01)
    const client = this.#client('webauthn.get', options, origin)
    const hash = createHash('sha256').update(Buffer.from(client, 'base64url')).digest()
    return {
      ...this.#shared(),
      response: {
        clientDataJSON: client,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, hash]), this.#keys.privateKey).toString('base64url'),
      },
    }
  }

  #shared() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #client(type: string, { challenge }: Options, origin: string): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
  }

  /** Returns the authenticator data: hash of the domain, flags and signature counter. */
  #data(flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const party = createHash('sha256').update(new URL(this.#origin).hostname).digest()
    return Buffer.concat([party, Buffer.from([flags]), counter])
  }

  /** Returns the public key for ES256, a P-256 point, in COSE format. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
    return Buffer.concat([head, bytes(left), Buffer.from([0x22]), bytes(right)])
  }
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value])
}
