import { FilePen } from 'lucide-react'
import { redirect } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { openCreateWorkItem } from '../work-items/create.ts'

export const draftsFeature: Feature = {
  id: 'drafts',
  routes: [
    { path: 'drafts', ...lazyScreen('Drafts', () => import('./Drafts.tsx')) },
    { path: 'projects/:projectId/drafts', ...lazyScreen('ProjectDrafts', () => import('./Drafts.tsx')) },
    {
      path: 'projects/:projectId/draft-issues',
      loader: ({ params }) => redirect(`/${params['slug']}/projects/${params['projectId']}/drafts`),
    },
  ],
  sections: [
    {
      id: 'drafts',
      preference: 'drafts',
      label: () => t('drafts.title'),
      icon: <FilePen />,
      keys: 'g j',
      path: '/drafts',
      isShown: (get) => hasRoleAtLeast(get(workspaceRoleAtom), role.member),
      count: (get) => get(tables.drafts.allAtom).length,
    },
  ],
  open: ({ entity, id }) => {
    if (entity !== 'drafts') return
    return tables.drafts.get(id) && (() => openCreateWorkItem({ draft_id: id }))
  },
}
