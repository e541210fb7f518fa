import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import { useTranslation } from '../../../locales/i18n.ts'
import { meAtom } from '../../../platform/person/session.ts'
import { AuthPage } from '../AuthPage.tsx'
import { TwoFactorSettings } from './TwoFactorSettings.tsx'

/** Shown instead of a workspace that requires two-factor authentication, until the user has set it up. */
export function SetUpTwoFactor({ onReady }: { onReady: () => void }) {
  const { t } = useTranslation()
  const me = useAtomValue(meAtom)
  if (me === null) return null
  return (
    <AuthPage
      wide
      title={t('secondFactor.askedTitle')}
      text={t('secondFactor.askedText')}
      footer={
        <Link to="/" className="font-medium text-accent-text underline-offset-3 hover:underline">
          {t('shell.toStart')}
        </Link>
      }
    >
      <div className="flex flex-col gap-10">
        <TwoFactorSettings me={me} onReady={onReady} />
      </div>
    </AuthPage>
  )
}
