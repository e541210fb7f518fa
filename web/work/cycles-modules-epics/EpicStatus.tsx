import type { UpdateStatus } from '#common/platform/update-statuses.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from '../../platform/ui/cx.ts'

const colors = {
  on_track: 'bg-state-completed',
  at_risk: 'bg-warn',
  off_track: 'bg-danger',
} as const satisfies Record<UpdateStatus, string>

/** Status of an epic: a colored dot with its name, or only the dot if `isSmall`. */
export function EpicStatus({ status, isSmall }: { status: UpdateStatus; isSmall?: boolean }) {
  const { t } = useTranslation()
  const words = t(`epics.status.${status}`)
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap" title={isSmall ? words : undefined}>
      <span aria-hidden className={cx('size-2 shrink-0 rounded-full', colors[status])} />
      {isSmall ? <span className="sr-only">{words}</span> : words}
    </span>
  )
}
