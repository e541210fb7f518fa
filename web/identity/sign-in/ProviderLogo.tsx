import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'

/** The logo of a provider in its brand colors, independent of the theme. */
export function ProviderLogo({ provider, size = 16 }: { provider: SignInProvider; size?: number }) {
  if (provider === 'oidc' || provider === 'saml')
    return <KeyRound size={size} aria-hidden className="shrink-0" />
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 24 24" className="shrink-0">
      {marks[provider]}
    </svg>
  )
}

const marks = {
  google: (
    <>
      <path
        fill="#4285f4"
        d="M23.5 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.5a5.5 5.5 0 0 1-2.4 3.6v3h3.8c2.3-2.1 3.6-5.2 3.6-8.8Z"
      />
      <path
        fill="#34a853"
        d="M12 24c3.2 0 6-1.1 7.9-2.9l-3.8-3a7.2 7.2 0 0 1-10.8-3.8h-4v3.1A12 12 0 0 0 12 24Z"
      />
      <path fill="#fbbc05" d="M5.3 14.3a7.2 7.2 0 0 1 0-4.6V6.6h-4a12 12 0 0 0 0 10.8Z" />
      <path
        fill="#ea4335"
        d="M12 4.8c1.8 0 3.3.6 4.6 1.8L20 3.1A12 12 0 0 0 1.3 6.6l4 3.1A7.2 7.2 0 0 1 12 4.8Z"
      />
    </>
  ),
  github: (
    <path
      fill="currentColor"
      d="M12 .3a12 12 0 0 0-3.8 23.4c.6.1.8-.3.8-.6v-2c-3.3.7-4-1.6-4-1.6-.6-1.4-1.4-1.8-1.4-1.8-1-.7.1-.7.1-.7 1.2.1 1.8 1.2 1.8 1.2 1.1 1.8 2.9 1.3 3.6 1 .1-.8.4-1.3.7-1.6-2.6-.3-5.4-1.3-5.4-5.9 0-1.3.5-2.4 1.2-3.2-.1-.4-.5-1.6.1-3.2 0 0 1-.3 3.3 1.2a11.5 11.5 0 0 1 6 0c2.3-1.5 3.3-1.2 3.3-1.2.6 1.6.2 2.8.1 3.2.8.8 1.2 1.9 1.2 3.2 0 4.6-2.8 5.6-5.5 5.9.5.4.9 1.1.9 2.2v3.3c0 .3.2.7.8.6A12 12 0 0 0 12 .3Z"
    />
  ),
  gitlab: (
    <>
      <path
        fill="#e24329"
        d="M12 22.5 16.6 9H7.4Z M7.4 9 4.8 1.4c-.2-.5-.8-.5-1 0L1.3 9Z M16.6 9l2.6-7.6c.2-.5.8-.5 1 0L22.7 9Z"
      />
      <path fill="#fc6d26" d="M12 22.5 7.4 9H1.3Z M12 22.5 16.6 9h6.1Z" />
      <path
        fill="#fca326"
        d="M1.3 9 .1 12.9c-.1.4 0 .8.4 1L12 22.5Z M22.7 9l1.2 3.9c.1.4 0 .8-.4 1L12 22.5Z"
      />
    </>
  ),
  gitea: (
    <>
      <path
        fill="#609926"
        d="M3 5.5h18.5c.6 4.2-1.6 9-6 12.500H9c-2.6-1.3-4.2-3.5-4.8-6.100C2 11.3.700 9.9.700 8c0-1.4 1-2.5 2.3-2.500Zm.2 2.100c-.4.9 0 1.9.8 2.200a17 17 0 0 1-.1-2.200Z"
      />
      <path fill="#fff" d="m12.5 8 4.3 2-2.1 4.3-4.3-2.100Z" />
    </>
  ),
} as const satisfies Partial<Record<SignInProvider, ReactNode>>
