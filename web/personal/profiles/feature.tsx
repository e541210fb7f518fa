import type { Feature } from '../../platform/shell/feature.ts'
import { screen } from '../../platform/shell/screen.ts'

export const profilesFeature: Feature = {
  id: 'profiles',
  routes: [
    { path: 'profile/:userId', ...screen('Profile', () => import('./Profile.tsx')) },
    { path: 'profile/:userId/:tab', ...screen('Profile', () => import('./Profile.tsx')) },
  ],
}
