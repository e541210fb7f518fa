import { Activity, CircleCheckBig, History, Users } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import type { HomeSectionDefinition } from '../../platform/shell/feature.ts'
import { loadable } from '../../platform/ui/loadable.ts'

/** The sections that belong to the home screen itself. Other features add further sections. */
export const homeSections: HomeSectionDefinition[] = [
  {
    key: 'my_work',
    label: () => t('home.workTitle'),
    icon: <CircleCheckBig />,
    column: 'main',
    part: loadable(() => import('./MyWork.tsx').then(({ MyWork }) => MyWork)),
  },
  {
    key: 'digest',
    label: () => t('home.digest.title'),
    icon: <Activity />,
    column: 'main',
    part: loadable(() => import('./ChangesDigest.tsx').then(({ ChangesDigest }) => ChangesDigest)),
  },
  {
    key: 'recents',
    label: () => t('home.recentTitle'),
    icon: <History />,
    column: 'side',
    part: loadable(() => import('./RecentVisits.tsx').then(({ RecentVisits }) => RecentVisits)),
  },
  {
    key: 'colleagues',
    label: () => t('home.colleaguesTitle'),
    icon: <Users />,
    column: 'side',
    part: loadable(() =>
      import('./WorkspacePresenceList.tsx').then(({ WorkspacePresenceList }) => WorkspacePresenceList),
    ),
  },
]
