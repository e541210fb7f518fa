import { useAtomValue } from 'jotai'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { Spinner } from '../../platform/ui/Spinner.tsx'
import { SearchFiltersBar } from './SearchFiltersBar.tsx'
import { SearchResultRow } from './SearchResultRow.tsx'
import {
  hasSearchFilters,
  type SearchFilters,
  searchQueryOfFilters,
  useSearchFilters,
} from './search-filters.ts'
import { type SearchResultPages, useSearchResultPages } from './use-search-result-pages.ts'

/** Screen `/{slug}/search` with search results. Its filters are stored in the URL. */
export function SearchScreen() {
  const { t } = useTranslation()
  const [wanted, change] = useSearchFilters()
  const today = useAtomValue(todayAtom)
  const pages = useSearchResultPages(JSON.stringify(searchQueryOfFilters(wanted, today)))
  const body = useRef<HTMLDivElement>(null)
  return (
    <>
      <TopBar
        title={wanted.q === '' ? t('search.title') : `${wanted.q} · ${t('search.title')}`}
        crumbs={<Breadcrumbs crumbs={[{ key: 'search', icon: <Search />, label: t('search.title') }]} />}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between rows, and each row is a link */}
      <div
        ref={body}
        className="flex min-h-0 flex-1 flex-col"
        onKeyDown={(event) => moveFocus(event, body.current)}
      >
        <div className="flex shrink-0 flex-col gap-2.5 border-b border-line px-gutter py-3">
          <SearchField q={wanted.q} isLoading={pages.status === 'loading'} onChange={(q) => change({ q })} />
          <SearchFiltersBar wanted={wanted} onChange={change} />
        </div>
        <Results wanted={wanted} pages={pages} />
      </div>
    </>
  )
}

interface SearchFieldProps {
  q: string
  isLoading: boolean
  onChange: (q: string) => void
}

function SearchField({ q, isLoading, onChange }: SearchFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const { key } = useLocation()
  const isOpenedAgain = useNavigationType() === 'PUSH'
  // Changes of filters replace the entry in the browser's history, and leave the focus where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit has another key
  useEffect(() => {
    if (isOpenedAgain) field.current?.focus()
  }, [key, isOpenedAgain])
  useEffect(() => field.current?.focus(), [])
  const [typed, setTyped] = useState(q)
  // The typed texts that this screen has written to the URL, which happens with a delay. If the URL contains
  // any other text, for example after the Back button, that text replaces the text in the search field.
  const sent = useRef<readonly string[]>([])
  useEffect(() => {
    if (!sent.current.includes(q)) setTyped(q)
    if (sent.current.at(-1) === q) sent.current = []
  }, [q])
  const type = (text: string) => {
    sent.current = [...sent.current, text]
    setTyped(text)
    onChange(text)
  }
  return (
    <Input
      ref={field}
      type="search"
      size="lg"
      icon={<Search />}
      aria-label={t('search.field')}
      placeholder={t('search.placeholder')}
      maxLength={255}
      value={typed}
      onChange={(event) => type(event.target.value)}
      end={
        isLoading ? (
          <span className="flex size-7 items-center justify-center text-faint">
            <Spinner size={14} label={t('ui.loading')} />
          </span>
        ) : (
          typed !== '' && (
            <IconButton size="sm" label={t('search.clear')} icon={<X />} onClick={() => type('')} />
          )
        )
      }
    />
  )
}

function Results({ wanted, pages }: { wanted: SearchFilters; pages: SearchResultPages }) {
  const { t } = useTranslation()
  const { rows, status, hasMore } = pages
  if (rows.length === 0 && status === 'error') return <LoadError onRetry={pages.retry} />
  if (rows.length === 0 && status === 'loading') {
    return (
      <div aria-busy className="flex-1 overflow-hidden">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
          <Skeleton key={row} shape="row" className="h-16" />
        ))}
      </div>
    )
  }
  if (rows.length === 0) return <NoResults wanted={wanted} />
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto" aria-busy={status === 'loading'}>
      <p role="status" className="px-gutter py-2 text-sm text-faint">
        {hasMore ? t('search.foundMore', { count: rows.length }) : t('search.found', { count: rows.length })}
      </p>
      <ul aria-label={t('search.results')}>
        {rows.map((found) => (
          <li key={found.id}>
            <SearchResultRow found={found} />
          </li>
        ))}
      </ul>
      {status === 'error' ? (
        <LoadError compact onRetry={pages.retry} />
      ) : (
        hasMore && <NextPage onSeen={pages.more} />
      )}
    </div>
  )
}

function NoResults({ wanted }: { wanted: SearchFilters }) {
  const { t } = useTranslation()
  if (hasSearchFilters(wanted))
    return (
      <EmptyState icon={<Search />} title={t('search.emptyTitle')} text={t('search.emptyFilteredText')} />
    )
  return wanted.q.trim() === '' ? (
    <EmptyState icon={<Search />} title={t('search.startTitle')} text={t('search.startText')} />
  ) : (
    <EmptyState icon={<Search />} title={t('search.emptyTitle')} text={t('search.emptyText')} />
  )
}

/** Loads the next page when the end of the list comes near. */
function NextPage({ onSeen }: { onSeen: () => void }) {
  const [end, setEnd] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (end === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(), {
      rootMargin: '600px',
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [end, onSeen])
  return (
    <div ref={setEnd} aria-hidden>
      <Skeleton shape="row" className="h-16" />
    </div>
  )
}

/** Moves the focus between the search field and the rows with arrow keys. Escape returns to the field. */
function moveFocus(event: KeyboardEvent, body: HTMLElement | null): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[pressedKey(event)]
  const field = body?.querySelector<HTMLInputElement>('input[type="search"]')
  if (pressedKey(event) === 'Escape' && document.activeElement?.matches('[data-found]')) field?.focus()
  if (by === undefined || body === null) return
  const rows = [...body.querySelectorAll<HTMLElement>('[data-found]')]
  const at = rows.findIndex((row) => row.matches(':focus'))
  if (at === -1 && document.activeElement !== field) return
  event.preventDefault()
  const next = at + by
  if (next < 0) field?.focus()
  else rows[Math.min(next, rows.length - 1)]?.focus()
}
