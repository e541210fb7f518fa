import type { Feature } from '../shell/feature.ts'
import { loadable } from '../ui/loadable.ts'

export const quickLinks: Feature = {
  id: 'quick-links',
  home: loadable(() => import('./QuickLinks.tsx').then(({ QuickLinks }) => QuickLinks)),
}
