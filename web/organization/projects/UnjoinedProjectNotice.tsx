import { useTranslation } from '../../locales/i18n.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { JoinProject } from './JoinProject.tsx'

/** Replaces the content of a public project that the user has not joined, and offers to join it. */
export function UnjoinedProjectNotice({ project, onJoined }: { project: Project; onJoined: () => void }) {
  const { t } = useTranslation()
  return (
    <NoAccessState
      title={t('workItems.outsideTitle')}
      text={t('workItems.outsideText')}
      action={<JoinProject project={project} variant="primary" onJoined={onJoined} />}
    />
  )
}
