import { atom } from 'jotai'
import { Inbox, Send } from 'lucide-react'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { canSubmitIntake } from '#common/planning/intake/rules.ts'
import { canTriageIntake } from '#common/work/work-items/triage.ts'
import { t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { intakePath, intakePathBelowWorkspace } from '../../work/cycles-modules-epics/intake-paths.ts'
import { intakeFormAtom, openIntakeForm } from './form.ts'

export const intakeFeature: Feature = {
  id: 'intake',
  routes: [
    { path: 'projects/:projectId/intake', ...lazyScreen('Intake', () => import('./Intake.tsx')) },
    // Redirects these paths, which links from Plane contain. An intake item has the id of its work item.
    ...['inbox', 'inbox/:inboxId'].map((path) => ({
      path: `projects/:projectId/${path}`,
      loader: ({ params, request }: LoaderFunctionArgs) => {
        const query = new URL(request.url).searchParams
        const item = query.get('inboxIssueId') ?? params['inboxId'] ?? null
        const tab = query.get('currentTab') === 'closed' ? 'closed' : 'open'
        return redirect(intakePath(params['projectId'] ?? '', tab, item, params['slug']))
      },
    })),
  ],
  projectSections: [
    {
      id: 'intake',
      label: () => t('intake.title'),
      icon: <Inbox />,
      keys: 'g k',
      path: intakePathBelowWorkspace,
      in: 'sidebar',
      isShown: (get, { id, inbox_view }) => inbox_view && canSubmitIntake({ role: get(projectRoleAtom(id)) }),
      // Only users who may decide about intake items see the number of pending items.
      count: (get, { id, intake_count }) =>
        canTriageIntake({ role: get(projectRoleAtom(id)) }) ? intake_count : 0,
    },
  ],
  actions: ({ get, project }) => {
    const isOpen = project?.inbox_view && project.archived_at === null
    if (!isOpen || !canSubmitIntake({ role: get(projectRoleAtom(project.id)) })) return []
    return [
      {
        id: 'send-in',
        group: 'create',
        label: t('intake.new'),
        icon: <Send />,
        run: () => openIntakeForm(project.id),
      },
    ]
  },
  open: ({ entity, id }) => {
    const row = entity === 'intake_issues' ? tables.intake_issues.get(id) : undefined
    return row && `${intakePathBelowWorkspace(row.project_id)}?item=${id}`
  },
  dialogs: [
    {
      id: 'intake',
      part: loadable(() => import('./IntakeForm.tsx').then(({ IntakeForm }) => IntakeForm)),
      isOpenAtom: atom((get) => get(intakeFormAtom) !== null),
    },
  ],
}
