import { useTranslation } from '../../locales/i18n.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { NoAccess } from '../../platform/ui/NoAccess.tsx'
import { JoinProject } from './JoinProject.tsx'

/** In place of what is in a project that the person sees without being in it, and so may join. Nothing is told of what is there. */
export function OutsideProject({ project, onJoined }: { project: Project; onJoined: () => void }) {
  const { t } = useTranslation()
  return (
    <NoAccess
      title={t('workItems.outsideTitle')}
      text={t('workItems.outsideText')}
      action={<JoinProject project={project} onJoined={onJoined} />}
    />
  )
}
