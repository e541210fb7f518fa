import { type FirstScreen, firstScreens } from '../users/rules.ts'

interface Standing {
  is_onboarded: boolean
  /** The workspace visited last, or else the one joined first. */
  slug: string | null
  invites: number
  first_screen: FirstScreen
}

/** Where someone belongs who is signed in and asked for nothing else; the server's redirect and the client's are this one. */
export function homePath({ is_onboarded, slug, invites, first_screen }: Standing): string {
  if (!is_onboarded) return '/onboarding'
  if (slug !== null) return `/${slug}${firstScreens[first_screen]}`
  return invites > 0 ? '/invitations' : '/create-workspace'
}
