import type { UpdateStatus } from '#common/platform/update-statuses.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Badge } from './Badge.tsx'

/** The health of a project or epic as of its newest update. */
export function HealthBadge({ status }: { status: UpdateStatus }) {
  const { t } = useTranslation()
  return <Badge tone={tones[status]}>{t(`epics.status.${status}`)}</Badge>
}

const tones = { on_track: 'ok', at_risk: 'warn', off_track: 'danger' } as const
