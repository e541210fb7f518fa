import { atom } from 'jotai'
import { CalendarDays } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import { calendarTargetAtom } from '../../platform/shell/calendar-target.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'

export const calendarFeedsFeature: Feature = {
  id: 'calendar-feeds',
  routes: [
    { path: 'settings/profile/calendars', ...lazyScreen('Calendars', () => import('./Calendars.tsx')) },
  ],
  actions: () => [
    {
      id: 'calendars',
      group: 'go',
      label: t('calendars.title'),
      icon: <CalendarDays />,
      run: '/settings/profile/calendars',
    },
  ],
  dialogs: [
    {
      id: 'calendar-address',
      part: loadable(() => import('./CalendarDialog.tsx').then(({ CalendarDialog }) => CalendarDialog)),
      isOpenAtom: atom((get) => get(calendarTargetAtom) !== null),
    },
  ],
}
