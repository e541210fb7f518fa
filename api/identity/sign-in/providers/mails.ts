import { providerNames, type SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { Context } from '../../../platform/context/context.ts'
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts'
import type { Identity } from './identity.ts'

type Ports = Pick<Context, 'config' | 'jobs' | 'em' | 'settings'>

/** Warns the user by email, in case somebody else linked the account. */
export function mailLinked(ports: Ports, to: string, { provider, name }: Identity): Promise<void> {
  const values = { provider: providerNameOf(ports, provider), name, url: ports.config.appUrl }
  return enqueueMail(ports, 'linked', { to, values })
}

export function mailUnlinked(ports: Ports, to: string, provider: SignInProvider): Promise<void> {
  const values = { provider: providerNameOf(ports, provider), url: ports.config.appUrl }
  return enqueueMail(ports, 'unlinked', { to, values })
}

/** Returns the name of the provider that users see. */
export function providerNameOf({ settings }: Pick<Context, 'settings'>, provider: SignInProvider): string {
  if (provider === 'oidc') return settings.get('OIDC_NAME')
  return provider === 'saml' ? settings.get('SAML_NAME') : providerNames[provider]
}
