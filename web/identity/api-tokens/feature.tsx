import { KeyRound } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const apiTokensFeature: Feature = {
  id: 'api-tokens',
  routes: [
    { path: 'settings/profile/api-tokens', ...lazyScreen('ApiTokens', () => import('./ApiTokens.tsx')) },
  ],
  actions: () => [
    {
      id: 'api-tokens',
      group: 'go',
      label: t('apiTokens.title'),
      icon: <KeyRound />,
      run: '/settings/profile/api-tokens',
    },
  ],
}
