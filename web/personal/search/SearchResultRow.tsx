import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import type { SearchResult } from '#common/personal/search/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { HighlightedText } from './HighlightedText.tsx'
import { pathOfSearchResult } from './path-of-search-result.ts'
import { SearchResultIcon } from './SearchResultIcon.tsx'

/** A row for a search result. It shows the title, the matched text, the location and the time. */
export function SearchResultRow({ found }: { found: SearchResult }) {
  const { t, i18n } = useTranslation()
  const { kind, title, title_marks, snippet, key, project_id, updated_at, author_id } = found
  const project = useAtomValue(tables.projects.rowAtom(project_id ?? ''))
  const author = useAtomValue(tables.users.rowAtom(author_id ?? ''))
  const about = [
    found.archived_at !== null && t('search.archived'),
    kind !== 'comment' && key,
    t(`search.kinds.${kind}`),
    project?.name,
    kind !== 'person' && displayNameOf(author),
  ].filter(Boolean)
  return (
    <Link
      to={`/${currentSlug()}${pathOfSearchResult(found)}`}
      data-found={found.id}
      className="flex items-start gap-3 border-b border-line px-gutter py-2.5 outline-offset-[-2px] transition-colors hover:bg-hover"
    >
      <span className="mt-0.5 flex size-4.5 shrink-0 items-center justify-center text-icon-faint">
        <SearchResultIcon found={found} />
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-medium">
          {kind === 'comment' ? (
            t('search.commentOn', { key: `${key} ${title}` })
          ) : title === '' ? (
            t('pages.untitled')
          ) : (
            <HighlightedText text={title} marks={title_marks} />
          )}
        </span>
        {snippet !== null && (
          <span dir="auto" className="mt-0.5 line-clamp-2 text-sm text-soft">
            <HighlightedText {...snippet} />
          </span>
        )}
        <span className="mt-0.5 block truncate text-sm text-faint">{about.join(' · ')}</span>
      </span>
      <time dateTime={updated_at} className="mt-0.5 shrink-0 text-sm text-faint tabular">
        {timeAgo(updated_at, i18n.language)}
      </time>
    </Link>
  )
}
