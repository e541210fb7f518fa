import { Dialog } from '@base-ui/react/dialog'
import { Command as Cmdk } from 'cmdk'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import { backdropClass } from './dialog-class.ts'
import { Spinner } from './Spinner.tsx'

export interface CommandProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The palette's name for screen readers. */
  label: string
  placeholder: string
  query: string
  onQueryChange: (query: string) => void
  /** What the commands act on, as a chip before the text: `ATL-108`. */
  context?: ReactNode
  /** Backspace in an empty field: leave the context, or the page of the palette one is on. */
  onBack?: () => void
  loading?: boolean
  emptyText?: ReactNode
  /** False when the rows are already the answer to the query. */
  filter?: boolean
  /** CommandGroup and CommandItem. */
  children: ReactNode
}

/** The palette's shell: a field, and under it whatever can be done or found. */
export function Command({
  open,
  onOpenChange,
  label,
  placeholder,
  query,
  onQueryChange,
  context,
  onBack,
  loading,
  emptyText,
  filter = true,
  children,
}: CommandProps) {
  const { t } = useTranslation()
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Viewport className="fixed inset-0 z-float flex items-start justify-center px-2 pt-[max(8px,var(--safe-top))] sm:px-4 sm:pt-[min(16vh,148px)]">
          <Dialog.Popup
            data-modal
            aria-label={label}
            className="float flex max-h-[min(460px,calc(100dvh-16px))] w-full max-w-155 flex-col overflow-hidden rounded-xl!"
          >
            <Cmdk
              label={label}
              shouldFilter={filter}
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
                  value={query}
                  onValueChange={onQueryChange}
                  onKeyDown={(event) => {
                    if (event.key !== 'Backspace' || query || !onBack) return
                    event.preventDefault()
                    onBack()
                  }}
                  placeholder={placeholder}
                  className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none coarse:text-[16px]"
                />
                {loading && (
                  <span className="text-faint">
                    <Spinner label={t('ui.loading')} />
                  </span>
                )}
              </div>
              <Cmdk.List
                label={t('ui.resultsCommand')}
                className="scroll-quiet min-h-0 scroll-py-2 overflow-y-auto overscroll-contain pb-2"
              >
                {!loading && (
                  <Cmdk.Empty className="px-4 py-8 text-center text-soft">
                    {emptyText ?? t('ui.commandEmpty')}
                  </Cmdk.Empty>
                )}
                {children}
              </Cmdk.List>
            </Cmdk>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
