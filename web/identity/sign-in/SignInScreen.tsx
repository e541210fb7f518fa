import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { Logo } from '../../platform/ui/Logo.tsx'
import { AuthNotice } from './AuthNotice.tsx'
import { AuthPage } from './AuthPage.tsx'
import { enabledProviders, providerName } from './provider-name.ts'
import { SignInForm } from './SignInForm.tsx'
import { OrSeparator, SignInProviderButtons } from './SignInProviderButtons.tsx'
import { type SignInParams, useSignInParams, withNextPath } from './sign-in-params.ts'
import { useErrorMessage } from './use-error-message.ts'
import { useInstanceConfig } from './use-instance-config.ts'

interface SignInScreenProps {
  page: 'sign-in' | 'sign-up'
}

/** Sign-in and sign-up share one screen, because the email address shows whether the user is new. */
export function SignInScreen({ page }: SignInScreenProps) {
  const { t } = useTranslation()
  const params = useSignInParams()
  const instanceConfig = useInstanceConfig()
  const [existing, setExisting] = useState(page === 'sign-in')
  const [attempt, setAttempt] = useState(0)
  if (instanceConfig.status === 'error') {
    return (
      <main className="grid min-h-dvh place-items-center p-4">
        <LoadError onRetry={instanceConfig.retry} failure={instanceConfig.failure} />
      </main>
    )
  }
  if (instanceConfig.status === 'loading') {
    return (
      <main aria-busy aria-label={t('ui.loading')} className="grid min-h-dvh place-items-center">
        <Logo size={28} />
      </main>
    )
  }
  const { config, instance } = instanceConfig.instance
  const isFirst = !instance.is_setup_done
  return (
    <AuthPage
      title={isFirst ? t('auth.first.title') : existing ? t('auth.signInTitle') : t('auth.signUpTitle')}
      text={isFirst ? t('auth.first.text') : existing ? t('auth.signInText') : t('auth.signUpText')}
      footer={
        isFirst ? undefined : (
          <Footer
            existing={existing}
            params={params}
            isOpen={config.enable_signup}
            onFollow={() => {
              // The link can lead to the page that is already open. The form then starts again.
              setExisting(page === 'sign-in')
              setAttempt(attempt + 1)
            }}
          />
        )
      }
    >
      <div className="flex flex-col gap-4">
        {params.succeeded && <AuthNotice kind="ok">{t('auth.reset.done')}</AuthNotice>}
        <SignInNotice params={params} config={config} />
        {hasForm(config) ? (
          <SignInForm
            key={attempt}
            params={isProviderProblem(params.problem) ? { ...params, problem: null } : params}
            others={<ProviderButtons params={params} config={config} />}
            page={page}
            canMailCodes={config.is_magic_login_enabled}
            canUsePassword={config.is_email_password_enabled}
            canSendEmail={config.is_smtp_configured}
            onKnown={setExisting}
          />
        ) : (
          <ProviderButtons params={params} config={config} />
        )}
      </div>
    </AuthPage>
  )
}

type Config = Extract<ReturnType<typeof useInstanceConfig>, { status: 'open' }>['instance']['config']

/** Shows the result of a provider sign-in, which does not belong to a form field. */
function SignInNotice({
  params: { problem, offered, email },
  config,
}: {
  params: SignInParams
  config: Config
}) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  if (isProviderProblem(problem)) return <AuthNotice kind="error">{errorMessage(problem)}</AuthNotice>
  if (offered === null) return null
  const hasOtherWay = hasForm(config) || enabledProviders(config).some((provider) => provider !== offered)
  if (!hasOtherWay)
    return (
      <AuthNotice kind="error">
        {t('auth.link.noWay', { email, name: providerName(offered, config) })}
      </AuthNotice>
    )
  return (
    <AuthNotice kind="info">
      {t('auth.link.first', { email, name: providerName(offered, config) })}
    </AuthNotice>
  )
}

/**
 * Returns true if this Tandem instance allows sign-in by password or by code. Otherwise the form is hidden.
 */
function hasForm(config: Config): boolean {
  return config.is_email_password_enabled || config.is_magic_login_enabled
}

function isProviderProblem(problem: SignInParams['problem']): boolean {
  return problem !== null && (problem.startsWith('provider') || problem === 'sign_up_closed')
}

function ProviderButtons({
  params: { nextPath, offered },
  config,
}: {
  params: SignInParams
  config: Config
}) {
  const providers = enabledProviders(config).filter((provider) => provider !== offered)
  if (providers.length === 0) return null
  return (
    <>
      <SignInProviderButtons
        providers={providers.map((provider) => ({ provider, name: providerName(provider, config) }))}
        nextPath={nextPath}
      />
      {hasForm(config) && <OrSeparator />}
    </>
  )
}

interface FooterProps {
  /** True while the form is for an account that exists. */
  existing: boolean
  params: SignInParams
  isOpen: boolean
  onFollow: () => void
}

/** The link to the other kind of form. Hides the sign-up link when only invited users can sign up. */
function Footer({ existing, params, isOpen, onFollow }: FooterProps) {
  const { t } = useTranslation()
  if (existing && !isOpen) return null
  return (
    <p>
      {t(existing ? 'auth.new' : 'auth.known')}{' '}
      <Link
        to={withNextPath(existing ? '/sign-up' : '/', params.nextPath)}
        onClick={onFollow}
        className="font-medium text-accent-text underline-offset-3 hover:underline"
      >
        {t(existing ? 'auth.signUp' : 'auth.signIn')}
      </Link>
    </p>
  )
}
