import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { useSignInPath } from './viewer.ts'

/** Shown to anonymous readers instead of the forms. Its link leads to the sign-in screen. */
export function SignInToTakePart() {
  const { t } = useTranslation()
  const path = useSignInPath()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line px-4 py-3">
      <p className="text-pretty text-soft">{t('spaces.signInText')}</p>
      <Link to={path} className={buttonClass({ variant: 'line' })}>
        {t('spaces.signIn')}
      </Link>
    </div>
  )
}
