import { FilePen } from 'lucide-react'
import { atLeast, role } from '#common/roles.ts'
import { tables } from '../app/sync.ts'
import { t } from '../locales/i18n.ts'
import { workspaceRoleAtom } from '../permissions/may.ts'
import type { Feature } from '../shell/feature.ts'
import { screen } from '../shell/screen.ts'
import { openCreateWorkItem } from '../work-items/create.ts'

export const drafts: Feature = {
  id: 'drafts',
  routes: [{ path: 'drafts', ...screen('Drafts', () => import('./Drafts.tsx')) }],
  sections: [
    {
      id: 'drafts',
      preference: 'drafts',
      label: () => t('drafts.title'),
      icon: <FilePen />,
      keys: 'g j',
      path: '/drafts',
      isShown: (get) => atLeast(get(workspaceRoleAtom), role.member),
      count: (get) => get(tables.drafts.allAtom).length,
    },
  ],
  open: ({ entity, id }) => {
    if (entity !== 'drafts') return
    return tables.drafts.get(id) && (() => openCreateWorkItem({ draft_id: id }))
  },
}
