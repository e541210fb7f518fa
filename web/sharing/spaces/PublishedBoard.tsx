import { LogOut } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import type { PublishedBoard as Board, PublicItem } from '#common/sharing/publish/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { SignOutDialog, signOutOrConfirm } from '../../platform/shell/SignOutDialog.tsx'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { CountLabel } from '../../platform/ui/CountLabel.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { printWhenLoaded } from '../../platform/ui/printing.ts'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { useDocumentTitle } from '../../platform/ui/use-document-title.ts'
import { printShortcut } from '../../work/work-items/print.ts'
import { groupPublishedItems } from './group-published-items.tsx'
import { PublicRequests } from './PublicRequests.tsx'
import { PublishedCard } from './PublishedCard.tsx'
import { PublishedPeek } from './PublishedPeek.tsx'
import { acceptsFeedback } from './take-part.ts'
import { useIsSignedIn, useSignInPath } from './viewer.ts'

const perPage = 100

type View = 'list' | 'kanban'

/** Screen `/spaces/issues/{anchor}` with a public board. */
export function PublishedBoard() {
  const { t } = useTranslation()
  const { anchor = '' } = useParams()
  const { board, items, hasMore, status, load, loadRest, change, add } = usePublished(anchor)
  useDocumentTitle(board?.name ?? '')
  if (status === 'gone') return <NotFoundState title={t('spaces.gone')} text={t('spaces.goneText')} />
  if (status === 'error' && board === null) return <ErrorState onRetry={() => void load()} />
  if (board === null)
    return (
      <main className="flex flex-col gap-4 p-6" aria-busy>
        <Skeleton className="h-8 w-60" />
        <Skeleton className="h-60" />
      </main>
    )
  return (
    <Shown
      board={board}
      items={items}
      onMore={hasMore ? () => void load() : undefined}
      onRest={loadRest}
      onChange={change}
      onFound={add}
    />
  )
}

function usePublished(anchor: string) {
  const [board, setBoard] = useState<Board | null>(null)
  const [items, setItems] = useState<PublicItem[]>([])
  /** The cursor of the next page; null at the end. */
  const [next, setNext] = useState<string | null>(null)
  const [status, setStatus] = useState<'ready' | 'gone' | 'error'>('ready')
  const read = useCallback(
    async (cursor: string): Promise<string | null> => {
      const params = { anchor }
      const query = { per_page: String(perPage), cursor }
      const isFirst = cursor === firstPage
      try {
        if (isFirst) setBoard(await request('getPublishedBoard', { params }))
        const answer = await request('listPublishedItems', { params, query })
        const { next_page_results, next_cursor } = answer
        // The request does not ask for groups, so `results` is an array and not an object of groups.
        const results = Array.isArray(answer.results) ? answer.results : []
        const following = next_page_results ? next_cursor : null
        setItems((all) => (isFirst ? results : withoutTwice([...all, ...results])))
        setNext(following)
        setStatus('ready')
        return following
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        setStatus(error.code === 'not_found' ? 'gone' : 'error')
        return null
      }
    },
    [anchor],
  )
  useEffect(() => void read(firstPage), [read])
  const loadRest = async () => {
    for (let cursor = next; cursor !== null; ) cursor = await read(cursor)
  }
  const add = useCallback((item: PublicItem) => setItems((all) => withoutTwice([...all, item])), [])
  const change = (id: string, patch: Patch) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...patch(item) } : item)))
  return {
    ...{ board, items, status, loadRest, change, add },
    hasMore: next !== null,
    load: () => read(next ?? firstPage),
  }
}

const firstPage = `${perPage}:0:0`

type Patch = (now: PublicItem) => Partial<PublicItem>

function withoutTwice(items: readonly PublicItem[]): PublicItem[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

/** Loads the item that the URL refers to, if the loaded pages of the board do not contain it. */
function useLinked(
  anchor: string,
  id: string | null,
  isListed: boolean,
  onFound: (item: PublicItem) => void,
) {
  useEffect(() => {
    if (id === null || isListed) return
    request('getPublishedItem', { params: { anchor, issue_id: id } }).then(
      ({ description_html: _, ...item }) => onFound(item),
      (error: unknown) => {
        if (!(error instanceof RequestError)) throw error
      },
    )
  }, [anchor, id, isListed, onFound])
}

interface ShownProps {
  board: Board
  items: readonly PublicItem[]
  onMore: (() => void) | undefined
  /** Loads all remaining items. */
  onRest: () => Promise<void>
  onChange: (id: string, patch: Patch) => void
  onFound: (item: PublicItem) => void
}

function Shown({ board, items, onMore, onRest, onChange, onFound }: ShownProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const allowed = (['kanban', 'list'] as const).filter((view) => board.views[view])
  const view: View =
    allowed.find((one) => one === search.get('layout')) ??
    allowed.find((one) => one === board.layout) ??
    allowed[0] ??
    'list'
  useHotkey(printShortcut, () => void printWhenLoaded(onRest), {
    group: t('workItems.item'),
    description: t('print.list'),
    whileTyping: true,
  })
  const opened = items.find(({ id }) => id === search.get('item'))
  const isSignedIn = useIsSignedIn()
  const [submitting, setSubmitting] = useState(false)
  useLinked(board.anchor, search.get('item'), opened !== undefined, onFound)
  const put = (name: string, value: string | null) =>
    setSearch((now) => {
      if (value === null) now.delete(name)
      else now.set(name, value)
      return now
    })
  const groups = groupPublishedItems(board, items)
  return (
    <div className="flex h-dvh flex-col bg-sheet text-text">
      <header data-on-paper className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <div className="flex min-w-0 flex-1 items-center gap-3 max-sm:basis-full">
          <ProjectLogo logo={board.logo_props} name={board.name} />
          <div className="min-w-0 flex-1">
            <h1 dir="auto" className="truncate text-lg font-strong">
              {board.name}
            </h1>
            {board.description !== '' && (
              <p dir="auto" className="line-clamp-2 text-sm text-soft">
                {board.description}
              </p>
            )}
          </div>
        </div>
        {allowed.length > 1 && (
          <SegmentedControl<View>
            label={t('spaces.views')}
            value={view}
            onChange={(next) => put('layout', next)}
            options={allowed.map((value) => ({ value, label: t(`publish.${value}`) }))}
          />
        )}
        <ViewerActions board={board} isSignedIn={isSignedIn} onSubmit={() => setSubmitting(true)} />
      </header>
      <main className="scroll-quiet min-h-0 flex-1 overflow-auto p-4">
        {onMore && <p className="hidden print:block">{t('print.listPart')}</p>}
        {items.length === 0 && <p className="text-soft">{t('spaces.none')}</p>}
        <div
          className={
            view === 'kanban'
              ? 'flex items-start gap-4 print:flex-col print:items-stretch'
              : 'mx-auto flex max-w-220 flex-col gap-6'
          }
        >
          {groups.map(({ id, name, icon, items: within }) =>
            view === 'list' && within.length === 0 ? null : (
              <section
                key={id}
                aria-label={name}
                className={
                  view === 'kanban' ? 'flex w-72 shrink-0 flex-col gap-2 print:w-auto' : 'flex flex-col gap-2'
                }
              >
                <h2 className="flex items-center gap-2 font-strong">
                  {icon}
                  <span dir="auto">{name}</span>
                  <CountLabel value={within.length} />
                </h2>
                <ul className="flex flex-col gap-1.5">
                  {within.map((item) => (
                    <PublishedCard
                      key={item.id}
                      board={board}
                      item={item}
                      onOpen={() => put('item', item.id)}
                    />
                  ))}
                </ul>
              </section>
            ),
          )}
        </div>
        {onMore && (
          <Button className="mt-4" onClick={onMore}>
            {t('spaces.more')}
          </Button>
        )}
      </main>
      {submitting && board.intake !== null && (
        <PublicRequests board={board} intakeId={board.intake} onClose={() => setSubmitting(false)} />
      )}
      {opened && (
        <PublishedPeek
          key={opened.id}
          board={board}
          item={opened}
          isSignedIn={isSignedIn}
          onChange={(patch) => onChange(opened.id, patch)}
          onClose={() => put('item', null)}
        />
      )}
    </div>
  )
}

interface ViewerActionsProps {
  board: Board
  isSignedIn: boolean | undefined
  onSubmit: () => void
}

/**
 * The buttons to submit a request, to sign in and to sign out. If a signed-out user clicks the button to submit a
 * request, the sign-in screen opens first.
 */
function ViewerActions({ board, isSignedIn, onSubmit }: ViewerActionsProps) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const signInPath = useSignInPath()
  if (isSignedIn === undefined) return null
  const linkClass = cx(buttonClass({ variant: 'line' }), 'print-hidden')
  return (
    <>
      {board.intake !== null &&
        (isSignedIn ? (
          <span className="print-hidden">
            <Button onClick={onSubmit}>{t('intake.new')}</Button>
          </span>
        ) : (
          <Link to={signInPath} className={linkClass}>
            {t('intake.new')}
          </Link>
        ))}
      {isSignedIn ? (
        <>
          <IconButton
            className="print-hidden"
            label={t('shell.signOut')}
            icon={<LogOut />}
            onClick={() => void signOutOrConfirm(pathname + search)}
          />
          <SignOutDialog />
        </>
      ) : (
        (acceptsFeedback(board) || board.intake !== null) && (
          <Link to={signInPath} className={linkClass}>
            {t('spaces.signIn')}
          </Link>
        )
      )}
    </>
  )
}
