/** Identity providers that an instance admin can enable. */
export const signInProviders = ['google', 'github', 'gitlab', 'gitea', 'oidc', 'saml'] as const
export type SignInProvider = (typeof signInProviders)[number]

export function isSignInProvider(name: string): name is SignInProvider {
  return (signInProviders as readonly string[]).includes(name)
}

/** Display names of the providers with a fixed name. An admin sets the names of `oidc` and `saml`. */
export const providerNames = {
  google: 'Google',
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea',
} as const satisfies Partial<Record<SignInProvider, string>>

/** Path of the page on which users confirm that an external account belongs to their Tandem account. */
export const linkAccountPagePath = '/accounts/link'
