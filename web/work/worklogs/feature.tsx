import { atom } from 'jotai'
import { Timer } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { hasTimeTrackingProjectAtom, timerAtom } from './atoms.ts'
import { isExportTimeDialogOpenAtom, worklogDialogAtom } from './dialogs.ts'

export const worklogsFeature: Feature = {
  id: 'worklogs',
  routes: [{ path: 'timesheet', ...lazyScreen('Timesheet', () => import('./Timesheet.tsx')) }],
  sections: [
    {
      id: 'timesheet',
      preference: 'timesheet',
      label: () => t('time.timesheet'),
      icon: <Timer />,
      keys: 'g w',
      path: '/timesheet',
      isShown: (get) => get(hasTimeTrackingProjectAtom),
    },
  ],
  dialogs: [
    {
      id: 'log-time',
      part: loadable(() => import('./LogTime.tsx').then(({ LogTime }) => LogTime)),
      isOpenAtom: atom((get) => get(worklogDialogAtom) !== null),
    },
    {
      id: 'export-time',
      part: loadable(() => import('./ExportTime.tsx').then(({ ExportTime }) => ExportTime)),
      isOpenAtom: isExportTimeDialogOpenAtom,
    },
  ],
  bar: [
    {
      id: 'timer',
      part: loadable(() => import('./RunningTimer.tsx').then(({ RunningTimer }) => RunningTimer)),
      isOpenAtom: atom((get) => get(timerAtom) !== null),
    },
  ],
}
