import { FileUp } from 'lucide-react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const itemImportsFeature: Feature = {
  id: 'item-imports',
  routes: [
    { path: 'settings/imports', ...lazyScreen('ItemImports', () => import('./ItemImports.tsx')) },
    {
      path: 'settings/imports/:importId',
      ...lazyScreen('ItemImportScreen', () => import('./ItemImportScreen.tsx')),
    },
  ],
  actions: ({ get, project }) =>
    hasRoleAtLeast(get(workspaceRoleAtom), role.member)
      ? [
          {
            id: 'item-imports',
            group: 'go',
            label: t('itemImports.open'),
            icon: <FileUp />,
            run: `/settings/imports${project === undefined ? '' : `?project=${project.id}`}`,
          },
        ]
      : [],
}
