import { type Context, Redirect } from '../../../platform/context/context.ts'
import { redirectWithError } from '../redirects.ts'
import { signInPage } from '../sign-in.ts'
import { catchProviderError } from './catch-provider-error.ts'
import { getEnabledSamlProvider } from './enabled-provider.ts'
import { deriveAuthorizationState, isAuthorizationPending, storeProviderIdentity } from './oauth-state.ts'

/**
 * `mostResponse` is the maximum number of characters of the base64 response, and `mostState` that of the relay state.
 */
const [mostResponse, mostState] = [500_000, 1000]

interface Answer {
  SAMLResponse: string
  RelayState: string
}

/**
 * Receives the SAML response. The page of the identity provider sends it as a cross-site POST request, which
 * carries no cookies. The browser is therefore only identified after the redirect that follows.
 */
export async function receiveSaml(
  ctx: Context,
  { SAMLResponse, RelayState: state }: Answer,
): Promise<Redirect> {
  const provider = getEnabledSamlProvider(ctx)
  if (provider === null) return redirectWithError(signInPage, 'SAML_NOT_CONFIGURED')
  if (state.length > mostState) return redirectWithError(signInPage, 'PROVIDER_SIGN_IN_OVER')
  if (!(await isAuthorizationPending(ctx, 'saml', state)))
    return redirectWithError(signInPage, 'PROVIDER_SIGN_IN_OVER')
  const identified = await catchProviderError(ctx, 'saml', async () => {
    if (SAMLResponse.length > mostResponse) {
      throw new Error(
        `The answer has ${SAMLResponse.length} characters, more than the ${mostResponse} allowed.`,
      )
    }
    return provider.identifyPost(deriveAuthorizationState(ctx, 'saml', state), SAMLResponse)
  })
  // If the identity is invalid, redirect the browser with the error `server_error`. The page that started the
  // sign-in then shows the error.
  const error = 'problem' in identified ? 'server_error' : undefined
  if ('value' in identified && !(await storeProviderIdentity(ctx, 'saml', state, identified.value)))
    return redirectWithError(signInPage, 'PROVIDER_SIGN_IN_OVER')
  const query = new URLSearchParams({ state, ...(error !== undefined && { error }) })
  return new Redirect(`/auth/saml/callback/?${query}`)
}
