import type { AuthErrorName } from '#common/identity/sign-in/errors.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { enabledSignInMethods, type GetSetting } from '#common/operation/instance/settings.ts'
import type { Context } from '../../../platform/context/context.ts'
import { gitHubProvider } from './github.ts'
import { openIdProvider } from './openid.ts'
import type { IdentityProvider } from './provider.ts'
import { type SamlProvider, samlProvider } from './saml.ts'

type Ports = Pick<Context, 'web' | 'settings' | 'config'>

/** Returns null when the provider is not enabled or not configured completely. */
export function getEnabledProvider(ctx: Ports, provider: SignInProvider): IdentityProvider | null {
  const { get } = ctx.settings
  if (!enabledSignInMethods(get).includes(provider)) return null
  if (provider === 'saml') return getEnabledSamlProvider(ctx)
  if (provider === 'github') {
    return gitHubProvider(ctx.web, {
      host: get('GITHUB_HOST').replace(/\/$/, ''),
      client_id: get('GITHUB_CLIENT_ID'),
      client_secret: get('GITHUB_CLIENT_SECRET'),
      organization: get('GITHUB_ORGANIZATION_ID'),
    })
  }
  return openIdProvider(ctx.web, { provider, ...openIdSettings[provider](get) })
}

/** Like `getEnabledProvider`, but for SAML, which has its own flow. */
export function getEnabledSamlProvider({ config, settings: { get } }: Ports): SamlProvider | null {
  if (!enabledSignInMethods(get).includes('saml')) return null
  return samlProvider(config, {
    entity_id: get('SAML_ENTITY_ID'),
    sso_url: get('SAML_SSO_URL'),
    certificate: get('SAML_CERTIFICATE'),
  })
}

const openIdSettings = {
  google: (get: GetSetting) => ({
    issuer: 'https://accounts.google.com',
    client_id: get('GOOGLE_CLIENT_ID'),
    client_secret: get('GOOGLE_CLIENT_SECRET'),
    trusts_missing_verification: false,
  }),
  gitlab: (get: GetSetting) => ({
    issuer: get('GITLAB_HOST'),
    client_id: get('GITLAB_CLIENT_ID'),
    client_secret: get('GITLAB_CLIENT_SECRET'),
    trusts_missing_verification: get('GITLAB_TRUST_MISSING_EMAIL_VERIFIED'),
  }),
  gitea: (get: GetSetting) => ({
    issuer: get('GITEA_HOST'),
    client_id: get('GITEA_CLIENT_ID'),
    client_secret: get('GITEA_CLIENT_SECRET'),
    trusts_missing_verification: get('GITEA_TRUST_MISSING_EMAIL_VERIFIED'),
  }),
  oidc: (get: GetSetting) => ({
    issuer: get('OIDC_ISSUER'),
    client_id: get('OIDC_CLIENT_ID'),
    client_secret: get('OIDC_CLIENT_SECRET'),
    trusts_missing_verification: get('OIDC_TRUST_MISSING_EMAIL_VERIFIED'),
  }),
}

export const providerNotConfiguredErrors = {
  google: 'GOOGLE_NOT_CONFIGURED',
  github: 'GITHUB_NOT_CONFIGURED',
  gitlab: 'GITLAB_NOT_CONFIGURED',
  gitea: 'GITEA_NOT_CONFIGURED',
  oidc: 'OIDC_NOT_CONFIGURED',
  saml: 'SAML_NOT_CONFIGURED',
} as const satisfies Record<SignInProvider, AuthErrorName>
