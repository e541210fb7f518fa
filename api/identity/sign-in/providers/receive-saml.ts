import { type Context, Redirect } from '../../../platform/context/context.ts'
import { refused } from '../redirects.ts'
import { signInPage } from '../sign-in.ts'
import { openSaml } from './open-provider.ts'
import { orProblem } from './or-problem.ts'
import { isUnderWay, keepIdentity, tripOf } from './trips.ts'

/** Characters of an answer in base64, and of the state that comes back with it. */
const [mostResponse, mostState] = [500_000, 1000]

interface Answer {
  SAMLResponse: string
  RelayState: string
}

/**
 * An identity provider's page posts its answer here. Such a post from another site comes without cookies, so whose browser it is shows only
 * in the step that it is sent on to.
 */
export async function receiveSaml(
  ctx: Context,
  { SAMLResponse, RelayState: state }: Answer,
): Promise<Redirect> {
  const provider = openSaml(ctx)
  if (provider === null) return refused(signInPage, 'SAML_NOT_CONFIGURED')
  if (state.length > mostState) return refused(signInPage, 'PROVIDER_SIGN_IN_OVER')
  if (!(await isUnderWay(ctx, 'saml', state))) return refused(signInPage, 'PROVIDER_SIGN_IN_OVER')
  const identified = await orProblem(ctx, 'saml', async () => {
    if (SAMLResponse.length > mostResponse) {
      throw new Error(
        `The answer has ${SAMLResponse.length} characters, more than the ${mostResponse} allowed.`,
      )
    }
    return provider.identifyPost(tripOf(ctx, 'saml', state), SAMLResponse)
  })
  // The page that it began on says what went wrong; another answer does not mend it.
  const error = 'problem' in identified ? 'server_error' : undefined
  if ('value' in identified && !(await keepIdentity(ctx, 'saml', state, identified.value)))
    return refused(signInPage, 'PROVIDER_SIGN_IN_OVER')
  const query = new URLSearchParams({ state, ...(error !== undefined && { error }) })
  return new Redirect(`/auth/saml/callback/?${query}`)
}
