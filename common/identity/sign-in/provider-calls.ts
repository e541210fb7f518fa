import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { signInProviders } from './providers.ts'

const params = z.object({ provider: z.enum(signInProviders) })
const text = z.string().max(10_000).optional()

/** Sign-in with an external provider: redirect and callback. */
export const providerCalls = declareCalls('auth', {
  enterByProvider: {
    summary: 'Go to a provider that vouches for people, to sign in or make an account',
    method: 'GET',
    path: '/auth/{provider}/',
    who: 'anyone',
    params,
    query: z.object({ next_path: text }),
    status: 302,
  },
  returnFromProvider: {
    summary: 'Where a provider sends the browser back to',
    method: 'GET',
    path: '/auth/{provider}/callback/',
    who: 'anyone',
    params,
    query: z.object({ code: text, state: text, iss: text, error: text, error_description: text }),
    status: 302,
  },
  getSamlMetadata: {
    summary: 'What an identity provider of SAML reads to know this installation, as XML',
    method: 'GET',
    path: '/auth/saml/metadata/',
    who: 'anyone',
  },
  receiveSaml: {
    summary: 'Where an identity provider of SAML has the browser post its answer',
    method: 'POST',
    path: '/auth/saml/callback/',
    who: 'anyone',
    crossSite: true,
    body: z.object({
      // The command handles a response that is too long, because a user needs an error page.
      SAMLResponse: z.string().max(1_000_000).default(''),
      RelayState: z.string().max(10_000).default(''),
    }),
    transactions: 'own',
    status: 302,
  },
})
