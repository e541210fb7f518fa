import type { AuthErrorName } from '#common/identity/sign-in/errors.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { Context } from '../../../platform/context/context.ts'
import { noteRefusal, providerReasonOf } from './problems.ts'
import { NotInOrganization, NotVouched } from './provider.ts'

/** What goes wrong with a provider is a matter of that one; whoever runs this installation finds in the log what it is. */
export async function orProblem<T>(
  ctx: Context,
  provider: SignInProvider,
  ask: () => Promise<T>,
): Promise<{ value: T } | { problem: AuthErrorName }> {
  try {
    return { value: await ask() }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const reason = providerReasonOf(error)
    if (!(error instanceof NotInOrganization || error instanceof NotVouched))
      noteRefusal(ctx.web, provider, reason)
    ctx.log.warn({ provider, reason, code }, 'a provider of sign-in did not vouch for somebody')
    return {
      problem: error instanceof NotInOrganization ? 'GITHUB_USER_NOT_IN_ORG' : providerError[provider],
    }
  }
}

const providerError = {
  google: 'GOOGLE_OAUTH_PROVIDER_ERROR',
  github: 'GITHUB_OAUTH_PROVIDER_ERROR',
  gitlab: 'GITLAB_OAUTH_PROVIDER_ERROR',
  gitea: 'GITEA_OAUTH_PROVIDER_ERROR',
  oidc: 'OIDC_PROVIDER_ERROR',
  saml: 'SAML_PROVIDER_ERROR',
} as const satisfies Record<SignInProvider, AuthErrorName>
