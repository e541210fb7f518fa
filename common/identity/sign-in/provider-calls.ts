import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { signInProviders } from './providers.ts'

const params = z.object({ provider: z.enum(signInProviders) })
const text = z.string().max(10_000).optional()

/** Calls to sign in with an external provider: the redirect to the provider and the callback. */
export const providerCalls = declareCalls('auth', {
  enterByProvider: {
    summary: 'Redirect to a provider to sign in or create an account',
    method: 'GET',
    path: '/auth/{provider}/',
    who: 'anyone',
    params,
    query: z.object({ next_path: text }),
    status: 302,
  },
  returnFromProvider: {
    summary: 'Complete the sign-in at a provider. The provider redirects the browser here',
    method: 'GET',
    path: '/auth/{provider}/callback/',
    who: 'anyone',
    params,
    query: z.object({ code: text, state: text, iss: text, error: text, error_description: text }),
    status: 302,
  },
  getSamlMetadata: {
    summary: 'Get the SAML metadata of this instance as XML',
    method: 'GET',
    path: '/auth/saml/metadata/',
    who: 'anyone',
  },
  receiveSaml: {
    summary: 'Receive the response of a SAML identity provider',
    method: 'POST',
    path: '/auth/saml/callback/',
    who: 'anyone',
    crossSite: true,
    body: z.object({
      // `receiveSaml` has lower limits, and redirects to an error page if a value exceeds them. These limits
      // only protect the server, because a violation returns JSON instead of a page.
      SAMLResponse: z.string().max(1_000_000).default(''),
      RelayState: z.string().max(10_000).default(''),
    }),
    transactions: 'own',
    status: 302,
  },
})
