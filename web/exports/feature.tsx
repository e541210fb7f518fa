import { FileDown } from 'lucide-react'
import { atLeast, role } from '#common/roles.ts'
import { t } from '../locales/i18n.ts'
import { workspaceRoleAtom } from '../permissions/may.ts'
import type { Feature } from '../shell/feature.ts'
import { screen } from '../shell/screen.ts'

export const exports: Feature = {
  id: 'exports',
  routes: [{ path: 'settings/exports', ...screen('Exports', () => import('./Exports.tsx')) }],
  actions: ({ get, project }) =>
    atLeast(get(workspaceRoleAtom), role.member)
      ? [
          {
            id: 'exports',
            group: 'go',
            label: t('exports.open'),
            icon: <FileDown />,
            // Of the list on the screen.
            run: project ? `/settings/exports?project=${project.id}` : '/settings/exports',
          },
        ]
      : [],
}
