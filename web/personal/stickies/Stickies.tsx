import { Plus, Search, SearchX, StickyNote } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { requestNewSticky } from './request-new-sticky.ts'
import { StickyGrid } from './StickyGrid.tsx'
import { useStickies } from './use-stickies.ts'

/** The board of the user's stickies, with search. */
export function Stickies() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const { stickies, status, retry, hasMore, more } = useStickies(words)
  const end = useNearEnd(more, hasMore)
  return (
    <>
      <TopBar
        title={t('stickies.title')}
        crumbs={<Breadcrumbs crumbs={[{ key: 'stickies', label: t('stickies.title') }]} />}
        tools={
          <Input
            size="sm"
            type="search"
            className="max-w-60 max-sm:max-w-none"
            icon={<Search />}
            aria-label={t('stickies.search')}
            placeholder={t('stickies.search')}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        }
        actions={
          <Button variant="primary" icon={<Plus />} keys="n s" onClick={requestNewSticky}>
            <span className="max-sm:sr-only">{t('stickies.new')}</span>
          </Button>
        }
      />
      <div
        data-scroller
        aria-busy={status === 'loading'}
        className="scroll-quiet min-h-0 flex-1 overflow-y-auto p-4 sm:p-gutter"
      >
        {status === 'loading' && stickies.length === 0 ? (
          <Loading />
        ) : status === 'error' && stickies.length === 0 ? (
          <LoadError onRetry={retry} />
        ) : (
          <>
            <StickyGrid
              stickies={stickies}
              isWhole={!hasMore}
              empty={words === '' ? <NoStickies /> : <NotFound words={words} onClear={() => setTyped('')} />}
            />
            <div ref={end} />
          </>
        )}
      </div>
    </>
  )
}

function NoStickies() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<StickyNote />}
      title={t('stickies.emptyTitle')}
      text={t('stickies.emptyText')}
      action={
        <Button variant="primary" icon={<Plus />} keys="n s" onClick={requestNewSticky}>
          {t('stickies.new')}
        </Button>
      }
    />
  )
}

function NotFound({ words, onClear }: { words: string; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('stickies.notFoundTitle')}
      text={t('stickies.notFoundText', { words })}
      action={<Button onClick={onClear}>{t('stickies.clear')}</Button>}
    />
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('ui.loading')} className="sticky-grid">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} shape="card" className="min-h-44" />
      ))}
    </div>
  )
}

/** Loads the next page when the end of the list comes near. */
function useNearEnd(more: () => Promise<void>, hasMore: boolean) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(more)
  latest.current = more
  useEffect(() => {
    if (end.current === null || !hasMore) return
    const observer = new IntersectionObserver(
      async ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.unobserve(entry.target)
        await latest.current()
        // Observes the element again, because the end of the list may still be near after a page has been
        // loaded.
        observer.observe(entry.target)
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasMore])
  return end
}
