import { t } from '../../locales/i18n.ts'

interface AccountTab {
  /** The path below `/{slug}/settings/profile`. */
  path: string
  label: () => string
}

/** The account settings screens in order. */
export const accountTabs: readonly AccountTab[] = [
  { path: 'general', label: () => t('account.general') },
  { path: 'appearance', label: () => t('appearance.title') },
  { path: 'security', label: () => t('security.title') },
  { path: 'notifications', label: () => t('inbox.settings') },
  { path: 'calendars', label: () => t('calendars.title') },
  { path: 'api-tokens', label: () => t('apiTokens.title') },
]
