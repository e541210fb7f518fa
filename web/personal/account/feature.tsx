import { CircleUserRound, Palette, ShieldCheck } from 'lucide-react'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { t } from '../../locales/i18n.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { accountSettingsPath } from './plane-links.ts'

export const accountFeature: Feature = {
  id: 'account',
  gate: loadable(() =>
    import('../../identity/sign-in/two-factor/SetUpTwoFactor.tsx').then(
      ({ SetUpTwoFactor }) => SetUpTwoFactor,
    ),
  ),
  routes: [
    {
      path: 'settings/profile',
      loader: ({ params }) => redirect(`/${params['slug']}/settings/profile/general`),
    },
    // Redirects paths of Plane, because old links contain them.
    ...['settings/account/*', 'settings/api-tokens', 'settings/profile/preferences'].map((path) => ({
      path,
      loader: ({ params, request }: LoaderFunctionArgs) =>
        redirect(accountSettingsPath(params['slug'], new URL(request.url).pathname)),
    })),
    {
      path: 'settings/profile/general',
      ...lazyScreen('ProfileSettings', () => import('./ProfileSettings.tsx')),
    },
    {
      path: 'settings/profile/appearance',
      ...lazyScreen('AppearanceSettings', () => import('./AppearanceSettings.tsx')),
    },
    {
      path: 'settings/profile/security',
      ...lazyScreen('SecuritySettings', () => import('./SecuritySettings.tsx')),
    },
  ],
  actions: () => [
    {
      id: 'profile-settings',
      group: 'go',
      label: t('account.title'),
      icon: <CircleUserRound />,
      run: '/settings/profile/general',
    },
    {
      id: 'appearance-settings',
      group: 'go',
      label: t('appearance.open'),
      icon: <Palette />,
      run: '/settings/profile/appearance',
    },
    {
      id: 'security-settings',
      group: 'go',
      label: t('security.open'),
      icon: <ShieldCheck />,
      run: '/settings/profile/security',
    },
  ],
}
