import { redirect } from 'react-router'
import type { Feature } from '../shell/feature.ts'
import { screen } from '../shell/screen.ts'

export const account: Feature = {
  id: 'account',
  routes: [
    {
      path: 'settings/profile',
      loader: ({ params }) => redirect(`/${params['slug']}/settings/profile/general`),
    },
    {
      path: 'settings/profile/general',
      ...screen('ProfileSettings', () => import('./ProfileSettings.tsx')),
    },
  ],
}
