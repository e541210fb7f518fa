import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { Logo } from '../../platform/ui/Logo.tsx'
import { AuthPage } from './AuthPage.tsx'
import { type Arrival, useArrival, withNext } from './arrival.ts'
import { Enter } from './Enter.tsx'
import { Notice } from './Notice.tsx'
import { Or, Providers } from './Providers.tsx'
import { useProblemWords } from './problems.ts'
import { providerName, providersOn } from './provider-name.ts'
import { useEntrance } from './use-entrance.ts'

interface EntranceProps {
  page: 'sign-in' | 'sign-up'
}

/** Both ways in look alike: the e-mail address tells who is new. */
export function Entrance({ page }: EntranceProps) {
  const { t } = useTranslation()
  const arrival = useArrival()
  const entrance = useEntrance()
  const [existing, setExisting] = useState(page === 'sign-in')
  if (entrance.status === 'error') {
    return (
      <main className="grid min-h-dvh place-items-center p-4">
        <LoadError onRetry={entrance.retry} />
      </main>
    )
  }
  if (entrance.status === 'loading') {
    return (
      <main aria-busy aria-label={t('ui.loading')} className="grid min-h-dvh place-items-center">
        <Logo size={28} />
      </main>
    )
  }
  const { config, instance } = entrance.instance
  const isFirst = !instance.is_setup_done
  return (
    <AuthPage
      title={isFirst ? t('auth.first.title') : existing ? t('auth.signInTitle') : t('auth.signUpTitle')}
      text={isFirst ? t('auth.first.text') : existing ? t('auth.signInText') : t('auth.signUpText')}
      footer={isFirst ? undefined : <Footer page={page} arrival={arrival} isOpen={config.enable_signup} />}
    >
      <div className="flex flex-col gap-4">
        {arrival.succeeded && <Notice kind="ok">{t('auth.reset.done')}</Notice>}
        <Told arrival={arrival} config={config} />
        {hasForm(config) ? (
          <Enter
            arrival={isElsewhere(arrival.problem) ? { ...arrival, problem: null } : arrival}
            others={<Others arrival={arrival} config={config} />}
            page={page}
            canMailCodes={config.is_magic_login_enabled}
            canUsePassword={config.is_email_password_enabled}
            mailsGoOut={config.is_smtp_configured}
            onKnown={setExisting}
          />
        ) : (
          <Others arrival={arrival} config={config} />
        )}
      </div>
    </AuthPage>
  )
}

type Config = Extract<ReturnType<typeof useEntrance>, { status: 'open' }>['instance']['config']

/** What came of another way in, which is no matter of the form. */
function Told({ arrival: { problem, offered, email }, config }: { arrival: Arrival; config: Config }) {
  const { t } = useTranslation()
  const words = useProblemWords()
  if (isElsewhere(problem)) return <Notice kind="error">{words(problem)}</Notice>
  if (offered === null) return null
  const hasOtherWay = hasForm(config) || providersOn(config).some((provider) => provider !== offered)
  if (!hasOtherWay)
    return (
      <Notice kind="error">{t('auth.link.noWay', { email, name: providerName(offered, config) })}</Notice>
    )
  return <Notice kind="info">{t('auth.link.first', { email, name: providerName(offered, config) })}</Notice>
}

/** Without passwords and codes there is nothing to type. */
function hasForm(config: Config): boolean {
  return config.is_email_password_enabled || config.is_magic_login_enabled
}

function isElsewhere(problem: Arrival['problem']): boolean {
  return problem !== null && (problem.startsWith('provider') || problem === 'sign_up_closed')
}

function Others({ arrival: { nextPath, offered }, config }: { arrival: Arrival; config: Config }) {
  const providers = providersOn(config).filter((provider) => provider !== offered)
  if (providers.length === 0) return null
  return (
    <>
      <Providers
        providers={providers.map((provider) => ({ provider, name: providerName(provider, config) }))}
        nextPath={nextPath}
      />
      {hasForm(config) && <Or />}
    </>
  )
}

/** Nobody is asked to sign up where only those who were invited may. */
function Footer({ page, arrival, isOpen }: EntranceProps & { arrival: Arrival; isOpen: boolean }) {
  const { t } = useTranslation()
  if (page === 'sign-up')
    return (
      <p>
        {t('auth.known')} <OtherWay to={withNext('/', arrival.nextPath)}>{t('auth.signIn')}</OtherWay>
      </p>
    )
  if (!isOpen) return null
  return (
    <p>
      {t('auth.new')} <OtherWay to={withNext('/sign-up', arrival.nextPath)}>{t('auth.signUp')}</OtherWay>
    </p>
  )
}

function OtherWay({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="font-medium text-accent-text underline-offset-3 hover:underline">
      {children}
    </Link>
  )
}
