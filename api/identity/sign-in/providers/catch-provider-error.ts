import type { AuthErrorName } from '#common/identity/sign-in/errors.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import type { Context } from '../../../platform/context/context.ts'
import { providerErrorReason, recordProviderFailure } from './problems.ts'
import { NotInRequiredOrganization, ResponseAlreadyRejected } from './provider.ts'

/**
 * Turns errors of an identity provider into a message to the user. The log contains the details for the
 * admin.
 */
export async function catchProviderError<T>(
  ctx: Context,
  provider: SignInProvider,
  operation: () => Promise<T>,
): Promise<{ value: T } | { problem: AuthErrorName }> {
  try {
    return { value: await operation() }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const reason = providerErrorReason(error)
    if (!(error instanceof NotInRequiredOrganization || error instanceof ResponseAlreadyRejected))
      recordProviderFailure(ctx.web, provider, reason)
    ctx.log.warn({ provider, reason, code }, 'a provider of sign-in did not vouch for somebody')
    return {
      problem:
        error instanceof NotInRequiredOrganization ? 'GITHUB_USER_NOT_IN_ORG' : providerError[provider],
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
