import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { maxPersonNameLength, personNameProblem } from '#common/identity/users/rules.ts'
import { withoutHiddenCharacters } from '#common/platform/text.ts'

/** The identity that a provider confirms. */
export interface ProviderIdentity {
  provider: SignInProvider
  /** Identifies the provider. The same subject at another issuer is another identity. */
  issuer: string
  /** Stable id of the user at the issuer. */
  subject: string
  /** The verified email address. Is null when the provider sends no address or has not verified it. */
  email: string | null
  first_name: string
  last_name: string
  /** The address or name of the external account, so that users recognize the account. */
  name: string
  /** URL of the user's picture at the provider. Identities that were stored by an earlier version have none. */
  picture?: string | null
}

/** The name claims of an identity. Each provider sends only some of these claims. */
interface NameClaims {
  name?: unknown
  given_name?: unknown
  family_name?: unknown
}

/** Splits a name. When only a full name is given, its first word becomes the first name. */
export function splitNameClaims({ name, given_name, family_name }: NameClaims): {
  first_name: string
  last_name: string
} {
  const [first = '', ...others] = trimmedClaim(name).split(/\s+/)
  return {
    first_name: cleanName(trimmedClaim(given_name) || first),
    last_name: cleanName(trimmedClaim(family_name) || others.join(' ')),
  }
}

/** Maximum characters of the URL of a picture. */
const maxPictureUrl = 2000

/** Returns the URL of a picture, or null if the claim is no web address. */
export function parsePictureClaim(value: unknown): string | null {
  const text = trimmedClaim(value)
  const isWeb = text.length <= maxPictureUrl && ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')
  return isWeb ? text : null
}

export function trimmedClaim(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/**
 * Applies the rules for names that users enter. A name that looks like a URL is dropped, because email
 * programs would turn the name into a link.
 */
function cleanName(name: string): string {
  const cleaned = withoutHiddenCharacters(name.replace(/[^\p{L}\p{M} '’-]/gu, '')).slice(
    0,
    maxPersonNameLength,
  )
  return personNameProblem(name) === 'url' ? '' : cleaned.trim()
}
