import { providerNames, type SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { Context } from '../../../platform/context/context.ts'
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts'
import type { ProviderIdentity } from './identity.ts'

type Ports = Pick<Context, 'config' | 'jobs' | 'em' | 'settings'>

/** Warns the user by email, in case somebody else linked the account. */
export function mailAccountLinked(
  ports: Ports,
  to: string,
  { provider, name }: ProviderIdentity,
): Promise<void> {
  const values = { provider: getProviderName(ports, provider), name, url: ports.config.appUrl }
  return enqueueMail(ports, 'linked', { to, values })
}

export function sendAccountUnlinkedEmail(ports: Ports, to: string, provider: SignInProvider): Promise<void> {
  const values = { provider: getProviderName(ports, provider), url: ports.config.appUrl }
  return enqueueMail(ports, 'unlinked', { to, values })
}

/** Returns the name of the provider that users see. */
export function getProviderName({ settings }: Pick<Context, 'settings'>, provider: SignInProvider): string {
  if (provider === 'oidc') return settings.get('OIDC_NAME')
  return provider === 'saml' ? settings.get('SAML_NAME') : providerNames[provider]
}
