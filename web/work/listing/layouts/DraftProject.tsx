import { useAtomValue } from 'jotai'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { cx } from '../../../platform/ui/cx.ts'
import { ProjectLogo } from '../../../platform/ui/ProjectLogo.tsx'

interface DraftProjectProps {
  row: WorkItemRow
  className: string
}

/** Shows the project of a draft. A draft has no item key from which users could see its project. */
export function DraftProject({ row, className }: DraftProjectProps) {
  const { t } = useTranslation()
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  return (
    <span
      className={cx(
        'flex min-w-0 shrink-0 items-center gap-1.5 text-sm text-faint [&_svg]:size-3.5',
        className,
      )}
    >
      {project && <ProjectLogo logo={project.logo_props} name={project.name} />}
      <span className="truncate">{project?.name ?? t('drafts.noProject')}</span>
    </span>
  )
}
