import { useEffect, useState } from 'react'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { formAction } from '../../platform/sync/forms.ts'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { Spinner } from '../../platform/ui/Spinner.tsx'
import { ProviderLogo } from './ProviderLogo.tsx'
import { withNextPath } from './sign-in-params.ts'

interface SignInProviderButtonsProps {
  providers: { provider: SignInProvider; name: string }[]
  nextPath: string | null
}

/** The sign-in buttons of the providers. They are plain links, because the browser leaves the page. */
export function SignInProviderButtons({ providers, nextPath }: SignInProviderButtonsProps) {
  const { t } = useTranslation()
  const [leavingFor, setLeavingFor] = useState<SignInProvider | null>(null)
  useEffect(() => {
    // The back button may restore this page from the cache with its spinner still visible.
    const reset = () => setLeavingFor(null)
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [])
  return (
    <ul className="flex flex-col gap-2" aria-label={t('auth.provider.list')}>
      {providers.map(({ provider, name }) => (
        <li key={provider}>
          <a
            href={withNextPath(formAction('enterByProvider', { provider }), nextPath)}
            aria-busy={leavingFor === provider || undefined}
            onClick={(event) => {
              if (leavingFor !== null) event.preventDefault()
              else if (!event.ctrlKey && !event.metaKey && !event.shiftKey) setLeavingFor(provider)
            }}
            className={`${buttonClass({ size: 'lg' })} w-full gap-2.5`}
          >
            {leavingFor === provider ? <Spinner size={16} /> : <ProviderLogo provider={provider} />}
            <span className="min-w-0 truncate">{t('auth.provider.continue', { name })}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Separator between provider buttons and form. */
export function OrSeparator() {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-3 text-sm text-soft">
      <span aria-hidden className="h-px flex-1 bg-line" />
      {t('auth.provider.or')}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </p>
  )
}
