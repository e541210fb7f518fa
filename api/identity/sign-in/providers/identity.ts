import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { personNameLength, personNameProblem } from '#common/identity/users/rules.ts'
import { withoutHidden } from '#common/platform/text.ts'

/** Whom a provider vouches for. */
export interface Identity {
  provider: SignInProvider
  /** Who vouches: a name at one issuer says nothing of the same name at another. */
  issuer: string
  /** What the issuer knows them by, which stays when their address changes. */
  subject: string
  /** Null when none is told, or when the provider does not know it to be theirs. */
  email: string | null
  first_name: string
  last_name: string
  /** By which they know the account: its address or its name. */
  name: string
}

/** What is told of people in different ways by different providers. */
interface Told {
  name?: unknown
  given_name?: unknown
  family_name?: unknown
}

/** The parts of a name; of one that is told whole the first word is the first name. */
export function personNamesOf({ name, given_name, family_name }: Told): {
  first_name: string
  last_name: string
} {
  const [first = '', ...others] = textOf(name).split(/\s+/)
  return {
    first_name: plain(textOf(given_name) || first),
    last_name: plain(textOf(family_name) || others.join(' ')),
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** As a person may write it themselves: what looks like an address is no name, since it would be a link in a mail. */
function plain(name: string): string {
  const kept = withoutHidden(name.replace(/[^\p{L}\p{M} '’-]/gu, '')).slice(0, personNameLength)
  return personNameProblem(name) === 'url' ? '' : kept.trim()
}
