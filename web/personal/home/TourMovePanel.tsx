import { useAtomValue } from 'jotai'
import { CircleCheck, Move } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { onDone, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { formatShortcutKeys } from '../../platform/ui/format-shortcut-keys.ts'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { isTouchDevice } from '../../platform/ui/use-media-query.ts'
import { TourProgress } from './TourProgress.tsx'
import { closeTour, goInTour, movedItemId } from './tour-state.ts'

/**
 * The step of the tour in which the user moves a card on the board of the sample project. The panel does not cover the
 * board, and the step ends when the server has stored a move.
 */
export function TourMovePanel({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [movedId, setMovedId] = useState<string | null>(null)
  const panel = useRef<HTMLElement>(null)
  const board = `/${currentSlug()}/projects/${projectId}/issues`
  const open = useEffectEvent(() => {
    if (pathname !== board) void navigate(board)
    panel.current?.focus({ preventScroll: true })
  })
  useEffect(() => {
    // The closing dialog would otherwise set the focus again.
    const frame = requestAnimationFrame(() => open())
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => onDone((step) => setMovedId((known) => movedItemId(step, projectId) ?? known)), [projectId])
  useHotkey('mod+enter', () => goInTour(1))
  const hasMoved = movedId !== null
  return (
    <section
      ref={panel}
      data-tour
      tabIndex={-1}
      aria-labelledby="tour-move"
      className="float fixed bottom-[calc(1rem+var(--safe-bottom))] start-4 z-drag flex w-92 max-w-[calc(100vw-2rem)] flex-col gap-3 p-4 outline-none md:start-[calc(var(--sidebar)+1.5rem)]"
    >
      <div role="status" className="flex gap-3">
        <span
          aria-hidden
          className={
            hasMoved
              ? 'grid size-8 shrink-0 place-items-center rounded-md bg-ok/12 text-ok'
              : 'grid size-8 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-text'
          }
        >
          {hasMoved ? <CircleCheck /> : <Move />}
        </span>
        <div className="flex min-w-0 flex-col gap-1">
          <h2 id="tour-move" className="font-strong">
            {t(hasMoved ? 'home.tour.move.saved' : 'home.tour.move.title')}
          </h2>
          {hasMoved ? <Saved id={movedId} /> : <Instruction />}
        </div>
      </div>
      <TourProgress step="move" />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="ghost" className="me-auto" onClick={closeTour}>
          {t('home.tour.skip')}
        </Button>
        <Button onClick={() => goInTour(-1)}>{t('home.tour.back')}</Button>
        {pathname === board || hasMoved ? (
          <Button variant={hasMoved ? 'primary' : 'line'} keys="mod+enter" onClick={() => goInTour(1)}>
            {t(hasMoved ? 'home.tour.next' : 'home.tour.move.skip')}
          </Button>
        ) : (
          <Button variant="primary" onClick={() => void navigate(board)}>
            {t('home.tour.move.open')}
          </Button>
        )}
      </div>
    </section>
  )
}

function Instruction() {
  const { t } = useTranslation()
  const keys = formatShortcutKeys('alt+arrowright').join(' ')
  return (
    <>
      <p className="text-pretty text-soft">
        {t(isTouchDevice() ? 'home.tour.move.touch' : 'home.tour.move.text')}
      </p>
      <p className="text-pretty text-soft coarse:hidden">{t('home.tour.move.keys', { keys })}</p>
    </>
  )
}

function Saved({ id }: { id: string }) {
  const { t } = useTranslation()
  const row = useAtomValue(tables.work_items.rowAtom(id))
  const state = useAtomValue(tables.states.rowAtom(row?.state_id ?? ''))
  return (
    <p className="text-pretty text-soft [overflow-wrap:anywhere]">
      {row && state
        ? t('home.tour.move.savedIn', { name: row.name, state: state.name })
        : t('home.tour.move.savedText')}
    </p>
  )
}
