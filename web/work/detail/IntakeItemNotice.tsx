import { Inbox } from 'lucide-react'
import { Link } from 'react-router'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { intakePath } from '../cycles-modules-epics/intake-paths.ts'

/**
 * Explains that an item waits in intake and is in no list yet. Links to the intake screen, where users accept
 * or decline the item.
 */
export function IntakeItemNotice({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  return (
    <p className="mb-4 flex min-h-10 flex-wrap items-center gap-2 rounded-md bg-sunken py-1.5 pe-1.5 ps-3 text-soft">
      <Inbox className="text-icon-faint" aria-hidden />
      <span className="me-auto">{t('intake.waits')}</span>
      <Link className={buttonClass({ size: 'sm' })} to={intakePath(row.project_id, 'open', row.id)}>
        {t('intake.openThere')}
      </Link>
    </p>
  )
}
