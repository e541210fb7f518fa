import { Dialog } from '@base-ui/react/dialog'
import { Command as Cmdk, useCommandState } from 'cmdk'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import type { CommandProps } from './Command.tsx'
import {
  CommandCloseContext,
  CommandComponentsContext,
  CommandPageInputContext,
  CommandQueryContext,
  OpenCommandPageContext,
} from './command-parts.ts'
import { backdropClass } from './dialog-class.ts'
import { pressedKey } from './pressed-key.ts'
import { rateTextMatch } from './rate-text-match.ts'
import { Spinner } from './Spinner.tsx'
import type { PopupControl } from './use-popup.ts'

/** The content of an open Command, loaded on demand. */
export function CommandPopup({ command, control }: { command: CommandProps; control: PopupControl }) {
  const {
    label,
    placeholder,
    query,
    onQueryChange,
    context,
    onBack,
    page,
    onPageChange,
    loading,
    emptyText,
    filter = true,
  } = command
  const { t } = useTranslation()
  // The last query that no row matched exactly, or null. For this query, the palette also shows rows that
  // match despite typing mistakes.
  const [mistaken, setMistaken] = useState<string | null>(null)
  const { list, onKey, onMove } = useEnterInTime(query, loading === true, page, mistaken)
  const back = page ? () => onPageChange?.(null) : onBack
  const close = () => command.onOpenChange(false)
  const field = useRef<HTMLInputElement>(null)
  useRestorePreviousFocus()
  return (
    <Dialog.Root
      open={control.open}
      onOpenChange={(open, details) => {
        // Escape on a page returns to the previous page before it closes the palette.
        if (!open && page && details.reason === 'escape-key') {
          details.cancel()
          return onPageChange?.(null)
        }
        control.onOpenChange(open, details)
      }}
      onOpenChangeComplete={control.onOpenChangeComplete}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Viewport className="fixed inset-0 z-float flex items-start justify-center px-2 pt-[max(0.5rem,var(--safe-top))] sm:px-4 sm:pt-[min(16vh,9.25rem)]">
          <Dialog.Popup
            data-modal
            id={control.id}
            initialFocus={field}
            finalFocus={false}
            aria-label={label}
            className="float flex max-h-[min(28.75rem,calc(100dvh-1rem))] w-full max-w-155 flex-col overflow-hidden rounded-xl!"
          >
            <Cmdk
              label={label}
              shouldFilter={filter && !page}
              filter={mistaken === query ? rateRow : rateExactRow}
              loop
              vimBindings={false}
              className="flex min-h-0 flex-col"
            >
              <div className="flex h-12.5 shrink-0 items-center gap-2.5 border-b border-line px-4">
                {context ? (
                  <span className="max-w-2/5 shrink-0 truncate rounded-sm bg-active px-1.75 py-0.5 text-sm text-soft">
                    {context}
                  </span>
                ) : (
                  <Search className="text-icon-faint" aria-hidden />
                )}
                <Cmdk.Input
                  ref={field}
                  autoFocus
                  value={query}
                  onValueChange={onQueryChange}
                  onKeyDown={(event) => {
                    onKey(event)
                    if (event.key !== 'Backspace' || query || !back) return
                    event.preventDefault()
                    back()
                  }}
                  placeholder={page?.title ?? placeholder}
                  className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none coarse:text-[1rem]"
                />
                {loading && (
                  <span className="text-faint">
                    <Spinner label={t('ui.loading')} />
                  </span>
                )}
              </div>
              <Cmdk.List
                ref={list}
                onPointerMove={onMove}
                // A click on a row must not move the focus out of the input.
                onMouseDown={(event) => event.target !== event.currentTarget && event.preventDefault()}
                label={t('ui.resultsCommand')}
                className="scroll-quiet min-h-0 scroll-py-2 overflow-y-auto overscroll-contain pb-2"
              >
                {!loading && (
                  <Cmdk.Empty className="px-4 py-8 text-center text-soft">
                    {emptyText ?? t('ui.commandEmpty')}
                  </Cmdk.Empty>
                )}
                {filter && !page && !loading && (
                  <MistakenQuery list={list} query={query} mistaken={mistaken} onMistaken={setMistaken} />
                )}
                <CommandComponentsContext value={Cmdk}>
                  {page ? (
                    <CommandPageInputContext value={{ query, clear: () => onQueryChange(''), close }}>
                      {page.content}
                    </CommandPageInputContext>
                  ) : (
                    <CommandCloseContext value={close}>
                      <OpenCommandPageContext value={onPageChange}>
                        <CommandQueryContext value={query}>{command.children}</CommandQueryContext>
                      </OpenCommandPageContext>
                    </CommandCloseContext>
                  )}
                </CommandComponentsContext>
              </Cmdk.List>
            </Cmdk>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * Restores the previous focus when the palette closes, unless the chosen action has moved the focus. The
 * restoration of Base UI is not usable. It records the previous focus only after the input has taken the
 * focus, and it ignores that an action has moved the focus.
 */
function useRestorePreviousFocus() {
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement)
          before.focus({ preventScroll: true })
      }),
    [before],
  )
}

/**
 * Rates how well a row matches the query. If the row has keywords, its value is an id, so only the keywords
 * are compared.
 */
/** Rates a row of the palette. A row can have several names, such as "log out" for "Sign out". */
function rateRow(value: string, query: string, keywords: string[] = []): number {
  const names = keywords.length > 0 ? keywords : [value]
  const rating = rateTextMatch(names, query)
  return rating === 2 && names.some((name) => rateTextMatch([name], query) === 3) ? 3 : rating
}

function rateExactRow(value: string, query: string, keywords: string[] = []): number {
  const rate = rateRow(value, query, keywords)
  return rate < 1 ? 0 : rate
}

interface MistakenQueryProps {
  list: RefObject<HTMLElement | null>
  query: string
  mistaken: string | null
  onMistaken: (query: string) => void
}

/** Reports a query that no row matches exactly. */
function MistakenQuery({ list, query, mistaken, onMistaken }: MistakenQueryProps) {
  const count = useCommandState((state) => state.filtered.count)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count changes with the rows
  useEffect(() => {
    if (query.trim() === '') return
    // Waits until search results that have just arrived are rendered.
    const frame = requestAnimationFrame(() => {
      if (list.current?.querySelector('[cmdk-item]:not([data-fallback])') === null) onMistaken(query)
    })
    return () => cancelAnimationFrame(frame)
  }, [count, query, list, onMistaken])
  // cmdk applies a changed filter only when a row mounts. This row matches no query, so it is never visible.
  return mistaken === query && <Cmdk.Item key={query} value={unmatchableText} />
}

/** A control character, which users cannot type. */
const unmatchableText = '\u0000'

/**
 * Applies Enter to the first result if the user presses the key before the results have arrived, for example
 * after typing a name quickly. New results replace the highlighted row, so the first row is highlighted
 * again.
 */
function useEnterInTime(
  query: string,
  loading: boolean,
  page: CommandProps['page'],
  mistaken: string | null,
) {
  const list = useRef<HTMLDivElement>(null)
  const entered = useRef<string | null>(null)
  // The query for which the user has moved the highlight to another row. Null if the user has not moved the
  // highlight.
  const chosenAt = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page and a mistaken query have other rows
  useEffect(() => {
    if (loading) return
    const isMeant = entered.current === query
    entered.current = null
    // Waits until the new results are rendered.
    const frame = requestAnimationFrame(() => {
      if (isMeant) firstIn(list.current)?.click()
      else if (chosenAt.current !== query || !marked(list.current)) markFirst(list.current)
    })
    return () => cancelAnimationFrame(frame)
  }, [loading, query, page, mistaken])
  const onMove = () => {
    chosenAt.current = query
  }
  const onKey = (event: KeyboardEvent) => {
    if (choosingKeys.has(event.key)) onMove()
    if (pressedKey(event) !== 'Enter' || marked(list.current)) return
    event.preventDefault()
    if (loading) entered.current = query
    else firstIn(list.current)?.click()
  }
  return { list, onKey, onMove }
}

const choosingKeys = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/** Highlights the first row. cmdk can highlight a row only by key events. */
function markFirst(list: HTMLElement | null): void {
  list?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true }))
}

/**
 * Returns the first row, which is the best match. Do not use the highlighted row instead, because it may
 * belong to earlier results. Returns null if the list is empty.
 */
function firstIn(list: HTMLElement | null): HTMLElement | null {
  return list?.querySelector<HTMLElement>('[cmdk-item]:not([data-disabled="true"])') ?? null
}

function marked(list: HTMLElement | null): Element | null {
  return list?.querySelector('[cmdk-item][data-selected="true"]') ?? null
}
