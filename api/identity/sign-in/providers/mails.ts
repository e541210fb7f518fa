import { providerNames, type SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { Context } from '../../../platform/context/context.ts'
import { sendMailJob } from '../../../platform/mail/send-mail.ts'
import type { Identity } from './identity.ts'

type Ports = Pick<Context, 'config' | 'jobs' | 'em' | 'settings'>

/** Warns the user by email, in case somebody else linked the account. */
export function mailLinked(ports: Ports, to: string, { provider, name }: Identity): Promise<void> {
  const elsewhere = providerNameOf(ports, provider)
  return ports.jobs.enqueue(ports.em, sendMailJob, {
    to,
    subject: `${elsewhere} was linked to your Tandem account`,
    text: `You can now sign in to ${ports.config.appUrl} with the ${elsewhere} account ${name}.

If this was not you, unlink the account in your settings under Security and change your password.`,
  })
}

export function mailUnlinked(ports: Ports, to: string, provider: SignInProvider): Promise<void> {
  const elsewhere = providerNameOf(ports, provider)
  return ports.jobs.enqueue(ports.em, sendMailJob, {
    to,
    subject: `${elsewhere} was unlinked from your Tandem account`,
    text: `You can no longer sign in to ${ports.config.appUrl} with ${elsewhere}.

If this was not you, change your password and sign out of all other browsers in your settings
under Security.`,
  })
}

/** Returns the name of the provider that users see. */
export function providerNameOf({ settings }: Pick<Context, 'settings'>, provider: SignInProvider): string {
  if (provider === 'oidc') return settings.get('OIDC_NAME')
  return provider === 'saml' ? settings.get('SAML_NAME') : providerNames[provider]
}
