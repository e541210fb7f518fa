import { type FirstScreen, firstScreens } from '../users/rules.ts'

interface SignedInState {
  is_onboarded: boolean
  /**
   * Slug of the last visited workspace, or of the workspace that the user joined first. Null if the user has no
   * workspace.
   */
  slug: string | null
  invites: number
  first_screen: FirstScreen
}

/**
 * Returns the path of the first screen after sign-in. Server and client use this function for their
 * redirects.
 */
export function homePath({ is_onboarded, slug, invites, first_screen }: SignedInState): string {
  if (!is_onboarded) return '/onboarding'
  if (slug !== null) return `/${slug}${firstScreens[first_screen]}`
  return invites > 0 ? '/invitations' : '/create-workspace'
}
