import { useNavigate } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'

/** Shown if an item does not exist or is not accessible, with a link to its project or to all projects. */
export function ItemNotFound({ project }: { project: Project | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const to = project ? `/${currentSlug()}/projects/${project.id}/issues` : `/${currentSlug()}/projects`
  return (
    <NotFoundState
      title={t('workItems.goneTitle')}
      text={t('workItems.goneText')}
      action={
        <Button variant="primary" onClick={() => void navigate(to)}>
          {project ? t('workItems.toProject', { name: project.name }) : t('workItems.toProjects')}
        </Button>
      }
    />
  )
}
