import { FileDown } from 'lucide-react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

export const exportsFeature: Feature = {
  id: 'exports',
  routes: [{ path: 'settings/exports', ...lazyScreen('Exports', () => import('./Exports.tsx')) }],
  actions: ({ get, project }) =>
    hasRoleAtLeast(get(workspaceRoleAtom), role.member)
      ? [
          {
            id: 'exports',
            group: 'go',
            label: t('exports.open'),
            icon: <FileDown />,
            run: `/settings/exports${ofTheList(project?.id)}`,
          },
        ]
      : [],
}

/** Returns the query string that preselects the project and filters of the current list. */
function ofTheList(project: string | undefined): string {
  const filters = new URLSearchParams(location.search).get('filters')
  const search = new URLSearchParams({ ...(project && { project }), ...(filters && { filters }) })
  return search.size === 0 ? '' : `?${search}`
}
