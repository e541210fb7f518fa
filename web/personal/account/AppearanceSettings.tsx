import { AccountPart } from '../../identity/sign-in/AccountPart.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { AccountScreen } from '../../platform/shell/AccountScreen.tsx'
import { useTheme } from '../../platform/ui/theme.ts'
import { OwnColorsForm } from './OwnColorsForm.tsx'
import { ThemeCards } from './ThemeCards.tsx'

/** `/{slug}/settings/profile/appearance`: the theme, and the colours of one's own. */
export function AppearanceSettings() {
  const { t } = useTranslation()
  const { chosen } = useTheme()
  return (
    <AccountScreen>
      <AccountPart title={t('shell.theme.label')}>
        <ThemeCards />
      </AccountPart>
      {chosen === 'custom' && (
        <AccountPart title={t('shell.theme.custom')}>
          <OwnColorsForm />
        </AccountPart>
      )}
    </AccountScreen>
  )
}
