declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  interface AtWork {
    oidc: {
      session: { accountId: string }
      client: { clientId: string }
      provider: { Grant: new (of: { accountId: string; clientId: string }) => Grant }
    }
  }

  /** This class declares only the options and methods that the tests use. */
  export class Provider {
    constructor(
      issuer: string,
      settings: {
        clients: Record<string, unknown>[]
        findAccount: (
          context: unknown,
          id: string,
        ) => { accountId: string; claims: () => Record<string, unknown> } | undefined
        claims: Record<string, string[]>
        conformIdTokenClaims: boolean
        pkce: { required: () => boolean }
        cookies: { keys: string[] }
        jwks: { keys: object[] }
        ttl: Record<string, number>
        features: { devInteractions: { enabled: boolean } }
        loadExistingGrant: (context: AtWork) => Promise<Grant>
      },
    )
    callback(): RequestListener
  }
}
