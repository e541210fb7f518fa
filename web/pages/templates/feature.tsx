import { atom } from 'jotai'
import { LayoutTemplate } from 'lucide-react'
import { canUseTemplates } from '#common/pages/templates/rules.ts'
import { t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { openCreateWorkItem } from '../../work/work-items/create.ts'
import { openTemplateDialog, templateDialogAtom } from '../../work/work-items/templates.ts'

export const templatesFeature: Feature = {
  id: 'templates',
  routes: [
    {
      path: 'settings/projects/:projectId/templates',
      ...lazyScreen('Templates', () => import('./Templates.tsx')),
    },
    {
      path: 'settings/templates',
      ...lazyScreen('WorkspaceTemplates', () => import('./WorkspaceTemplates.tsx')),
    },
  ],
  projectSections: [
    {
      id: 'templates',
      label: () => t('templates.title'),
      icon: <LayoutTemplate />,
      path: (projectId) => projectSettingsPath(projectId, 'templates'),
      in: 'palette',
      isShown: (get, { id }) => canUseTemplates({ role: get(projectRoleAtom(id)) }),
    },
  ],
  actions: ({ get, project }) =>
    project && project.archived_at === null && canUseTemplates({ role: get(projectRoleAtom(project.id)) })
      ? [
          {
            id: 'create-from-template',
            group: 'create',
            label: t('templates.newItem'),
            icon: <LayoutTemplate />,
            run: () => openCreateWorkItem({ project_id: project.id, choose: 'template' }),
          },
        ]
      : [],
  open: ({ entity, id }) => {
    if (entity !== 'work_item_templates') return
    const row = tables.work_item_templates.get(id)
    return row && (() => openTemplateDialog({ project_id: row.project_id, id }))
  },
  dialogs: [
    {
      id: 'template',
      part: loadable(() => import('./TemplateForm.tsx').then(({ TemplateForm }) => TemplateForm)),
      isOpenAtom: atom((get) => get(templateDialogAtom) !== null),
    },
  ],
}
