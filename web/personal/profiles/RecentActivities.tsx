import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Person } from '../../platform/sync/tables.ts'
import { HomeEmptyText, HomeSection } from '../home/HomeSection.tsx'
import { ActivityRow } from './ActivityRow.tsx'
import { useActivities } from './use-activities.ts'

const shown = 8

/** The latest activities. The activity tab shows all activities. */
export function RecentActivities({ person }: { person: Person }) {
  const { t } = useTranslation()
  const { activities, status, retry } = useActivities(person.id, shown)
  return (
    <HomeSection
      title={t('profiles.recent')}
      isLoading={activities === null && status === 'loading'}
      action={
        <Link
          to={`/${currentSlug()}/profile/${person.id}/activity`}
          className="text-sm text-soft hover:text-text"
        >
          {t('profiles.allActivity')}
        </Link>
      }
    >
      {activities === null && status !== 'loading' && <LoadError compact onRetry={retry} />}
      {activities?.length === 0 && <HomeEmptyText>{t('profiles.noActivity')}</HomeEmptyText>}
      <ul>
        {activities?.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} />
        ))}
      </ul>
    </HomeSection>
  )
}
