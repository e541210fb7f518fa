import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Person } from '../../platform/sync/tables.ts'
import { HomeNote, HomeSection } from '../home/HomeSection.tsx'
import { DeedRow } from './DeedRow.tsx'
import { useDeeds } from './use-deeds.ts'

const shown = 8

/** The last that a person did; all of it is a tab of its own. */
export function RecentDeeds({ person }: { person: Person }) {
  const { t } = useTranslation()
  const { deeds, status, retry } = useDeeds(person.id, shown)
  return (
    <HomeSection
      title={t('profiles.recent')}
      isLoading={deeds === null && status === 'loading'}
      action={
        <Link
          to={`/${currentSlug()}/profile/${person.id}/activity`}
          className="text-sm text-soft hover:text-text"
        >
          {t('profiles.allActivity')}
        </Link>
      }
    >
      {deeds === null && status !== 'loading' && <LoadError compact onRetry={retry} />}
      {deeds?.length === 0 && <HomeNote>{t('profiles.noActivity')}</HomeNote>}
      <ul>
        {deeds?.map((deed) => (
          <DeedRow key={deed.id} deed={deed} />
        ))}
      </ul>
    </HomeSection>
  )
}
