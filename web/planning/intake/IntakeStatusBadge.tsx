import { intakeStatus } from '#common/planning/intake/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { Badge, type BadgeProps } from '../../platform/ui/Badge.tsx'
import { intakeStatusName } from './actions.ts'

/** Shows the status. Pending items have no badge, because the list already groups them. */
export function IntakeStatusBadge({ status, snoozedTill }: { status: number; snoozedTill: string | null }) {
  const { t, i18n } = useTranslation()
  if (status === intakeStatus.pending) return null
  const name = intakeStatusName(status)
  const isSnoozed = status === intakeStatus.snoozed && snoozedTill !== null
  return (
    <Badge tone={tones[name]}>
      {isSnoozed
        ? t('intake.until', { day: formatShortDate(snoozedTill.slice(0, 10), i18n.language) })
        : t(`intake.status.${name}`)}
    </Badge>
  )
}

const tones: Record<ReturnType<typeof intakeStatusName>, NonNullable<BadgeProps['tone']>> = {
  pending: 'neutral',
  declined: 'danger',
  snoozed: 'warn',
  accepted: 'ok',
  duplicate: 'neutral',
}
