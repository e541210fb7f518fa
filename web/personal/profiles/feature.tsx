import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const profilesFeature: Feature = {
  id: 'profiles',
  routes: [
    { path: 'profile/:userId', ...lazyScreen('Profile', () => import('./Profile.tsx')) },
    { path: 'profile/:userId/:tab', ...lazyScreen('Profile', () => import('./Profile.tsx')) },
  ],
}
