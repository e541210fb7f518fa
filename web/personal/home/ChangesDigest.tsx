import { useAtomValue } from 'jotai'
import { CheckCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { DigestItem } from '#common/personal/notifications/digest/calls.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { PeopleStack } from '../../platform/person/PeopleStack.tsx'
import { peopleByIdsAtom } from '../../platform/person/people.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { digestSummary } from './digest-summary.ts'
import { HomeEmptyText, HomeSection } from './HomeSection.tsx'
import { useDigest } from './use-digest.ts'

/** Changes to the user's items since the last visit, one line for each item, latest first. */
export function ChangesDigest() {
  const { t } = useTranslation()
  const { items, status, retry, seen } = useDigest()
  return (
    <HomeSection
      title={t('home.digest.title')}
      count={items.length}
      isLoading={status === 'loading' && items.length === 0}
      action={
        items.length > 0 && (
          <IconButton size="sm" label={t('home.digest.seen')} icon={<CheckCheck />} onClick={seen} />
        )
      }
    >
      {items.length > 0 ? (
        <ul className="flex flex-col py-1">
          {items.map((item) => (
            <li key={item.issue_id}>
              <Line item={item} />
            </li>
          ))}
        </ul>
      ) : status === 'error' ? (
        <LoadError onRetry={retry} />
      ) : (
        <HomeEmptyText>{t('home.digest.empty')}</HomeEmptyText>
      )}
    </HomeSection>
  )
}

function Line({ item }: { item: DigestItem }) {
  const { t, i18n } = useTranslation()
  const row = useAtomValue(tables.work_items.rowAtom(item.issue_id))
  const people = useAtomValue(peopleByIdsAtom(item.actor_ids.join(',')))
  const key = `${item.project_identifier}-${item.sequence_id}`
  return (
    <Link
      to={`/${currentSlug()}/browse/${key}`}
      className="-mx-2 flex min-h-11 items-center gap-3 rounded-sm px-2 py-1 hover:bg-hover"
    >
      <PeopleStack people={people} label={t('home.digest.by')} />
      <span className="min-w-0 flex-1">
        <span className="flex gap-2">
          <span className="shrink-0 text-faint tabular">{key}</span>
          <span className="truncate font-medium" dir="auto">
            {row?.name ?? item.name}
          </span>
        </span>
        <span className="block truncate text-sm text-soft">{digestSummary(item)}</span>
      </span>
      <time dateTime={item.last_at} className="shrink-0 text-sm text-faint">
        {timeAgo(item.last_at, i18n.language)}
      </time>
    </Link>
  )
}
