/** Whom an installation may let vouch for people. */
export const signInProviders = ['google', 'github', 'gitlab', 'gitea', 'oidc', 'saml'] as const
export type SignInProvider = (typeof signInProviders)[number]

export function isSignInProvider(name: string): name is SignInProvider {
  return (signInProviders as readonly string[]).includes(name)
}

/** Those that have a name of their own; of the others the installation says it. */
export const providerNames = {
  google: 'Google',
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea',
} as const satisfies Partial<Record<SignInProvider, string>>

/** Where somebody says that an account elsewhere is to open the account that they have here. */
export const offeredAccountPage = '/accounts/link'
