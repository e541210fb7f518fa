import type { Calls } from '#common/calls.ts'
import { providerNames, type SignInProvider, signInProviders } from '#common/identity/sign-in/providers.ts'
import type { ResponseOf } from '#common/platform/call.ts'

type Config = ResponseOf<Calls['getInstance']>['config']

/** Returns the display name of a provider. */
export function providerName(
  provider: SignInProvider,
  config: Pick<Config, 'oidc_name' | 'saml_name'>,
): string {
  if (provider === 'oidc') return config.oidc_name
  return provider === 'saml' ? config.saml_name : providerNames[provider]
}

/** Returns the enabled providers in display order. */
export function enabledProviders(config: Config): SignInProvider[] {
  return signInProviders.filter((provider) => config[`is_${provider}_enabled`])
}

export function isKnownSignInProvider(value: string | null): value is SignInProvider {
  return signInProviders.some((provider) => provider === value)
}
