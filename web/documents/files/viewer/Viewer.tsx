import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type TouchEvent, useRef, useState } from 'react'
import { fileViewerKind } from '#common/documents/files/file-types.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { buttonClass } from '../../../platform/ui/button-class.ts'
import { EmptyState } from '../../../platform/ui/EmptyState.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import { Spinner } from '../../../platform/ui/Spinner.tsx'
import { DownloadLink } from '../DownloadLink.tsx'
import { FileIcon } from './FileIcon.tsx'
import { TextFile } from './TextFile.tsx'
import type { ViewerFile } from './viewer-file.ts'

const pdf = loadable(() => import('./PdfFile.tsx').then(({ PdfFile }) => PdfFile))

export interface ViewerProps {
  files: readonly ViewerFile[]
  /** The id of the displayed file. Null while the viewer is closed. */
  id: string | null
  onOpen: (id: string | null) => void
  /** Renders details below the file name. */
  factsOf?: (id: string) => ReactNode
  /** Renders additional actions for the file. */
  actionsOf?: (id: string) => ReactNode
}

/** A full-screen viewer for several files. Arrow keys and swipes move between them. */
export function Viewer({ files, id, onOpen, factsOf, actionsOf }: ViewerProps) {
  const { t } = useTranslation()
  // Keeps the last file visible during the closing animation.
  const [last, setLast] = useState(id)
  if (id !== null && id !== last) setLast(id)
  const at = files.findIndex((file) => file.id === last)
  const file = files[at]
  const body = useRef<HTMLDivElement>(null)
  const go = (by: number) => {
    const next = files[at + by]
    if (next !== undefined) onOpen(next.id)
  }
  const swipe = useSwipe(go)
  if (file === undefined) return null
  return (
    <Dialog.Root open={id !== null} onOpenChange={(open) => !open && onOpen(null)}>
      <Dialog.Portal>
        <Dialog.Popup
          data-modal
          initialFocus={body}
          onKeyDown={(event) => stepByKeys(event, go)}
          className="fixed inset-0 z-float flex flex-col bg-canvas pt-(--safe-top) pb-(--safe-bottom) text-text outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <header className="flex min-h-topbar shrink-0 items-center gap-2 border-b border-line bg-sheet px-3">
            <div className="flex min-w-0 flex-1 flex-col py-1">
              <Dialog.Title dir="auto" className="truncate font-strong">
                {file.attributes.name}
              </Dialog.Title>
              {factsOf?.(file.id)}
            </div>
            {files.length > 1 && (
              <span className="shrink-0 text-sm text-faint tabular">
                {t('files.position', { at: at + 1, count: files.length })}
              </span>
            )}
            <DownloadLink file={file} />
            {actionsOf?.(file.id)}
            <Dialog.Close render={<IconButton label={t('ui.close')} keys="escape" icon={<X />} />} />
          </header>
          <div
            ref={body}
            tabIndex={-1}
            {...swipe}
            className="relative min-h-0 flex-1 outline-none [touch-action:pan-y_pinch-zoom]"
          >
            <Shown key={file.id} file={file} />
            <Step side="left" label={t('files.previous')} isShown={at > 0} onPress={() => go(-1)}>
              <ChevronLeft />
            </Step>
            <Step side="right" label={t('files.next')} isShown={at < files.length - 1} onPress={() => go(1)}>
              <ChevronRight />
            </Step>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function stepByKeys(event: KeyboardEvent, go: (by: number) => void): void {
  // In a media player, the arrow keys seek in the file, so the viewer ignores them.
  if (event.target instanceof HTMLMediaElement || event.altKey || event.metaKey || event.ctrlKey) return
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (by === 0) return
  event.preventDefault()
  go(by)
}

/** Minimum horizontal distance of a swipe in pixels. */
const swiped = 60

function useSwipe(go: (by: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches[0]
      // A touch with two fingers zooms, so only a single finger starts a swipe.
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches[0]
      const from = start.current
      start.current = null
      if (!touch || from === null) return
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y]
      if (Math.abs(x) > swiped && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1)
    },
  }
}

interface StepProps {
  side: 'left' | 'right'
  label: string
  isShown: boolean
  onPress: () => void
  children: ReactNode
}

function Step({ side, label, isShown, onPress, children }: StepProps) {
  if (!isShown) return null
  return (
    <IconButton
      size="lg"
      variant="line"
      label={label}
      keys={side === 'left' ? 'arrowleft' : 'arrowright'}
      icon={children}
      onClick={onPress}
      tooltipSide={side === 'left' ? 'right' : 'left'}
      className={`absolute! top-1/2 -translate-y-1/2 coarse:top-auto coarse:bottom-3 coarse:translate-y-0 ${side === 'left' ? 'start-3' : 'end-3'}`}
    />
  )
}

function Shown({ file }: { file: ViewerFile }) {
  switch (fileViewerKind(file.attributes)) {
    case 'picture':
      return <Picture file={file} />
    case 'video':
      return (
        <Middle>
          {/* biome-ignore lint/a11y/useMediaCaption: users upload videos without captions */}
          <video controls playsInline src={file.url()} className="max-h-full max-w-full" />
        </Middle>
      )
    case 'audio':
      return (
        <Middle>
          {/* biome-ignore lint/a11y/useMediaCaption: users upload audio without captions */}
          <audio controls src={file.url()} className="w-full max-w-120" />
        </Middle>
      )
    case 'pdf':
      return (
        <LazyComponent
          part={pdf}
          props={{ file }}
          fallback={<Waiting />}
          failure={(retry) => <NotShown onRetry={retry} />}
        />
      )
    case 'text':
      return <TextFile file={file} />
    default:
      return <NoPreview file={file} />
  }
}

function Picture({ file }: { file: ViewerFile }) {
  const { name, width, height } = file.attributes
  const [attempt, setAttempt] = useState(0)
  const [status, setStatus] = useState<'loading' | 'here' | 'failed'>('loading')
  if (status === 'failed') {
    const retry = () => {
      setAttempt(attempt + 1)
      setStatus('loading')
    }
    return <NotShown onRetry={retry} />
  }
  return (
    <Middle>
      {status === 'loading' && <Waiting />}
      <img
        key={attempt}
        src={file.url()}
        srcSet={`${file.url({ width: 1280 })} 1280w, ${file.url()} ${Math.max(width ?? 0, 1281)}w`}
        sizes="100vw"
        alt={name}
        width={width ?? undefined}
        height={height ?? undefined}
        onLoad={() => setStatus('here')}
        onError={() => setStatus('failed')}
        className="max-h-full max-w-full object-contain"
      />
    </Middle>
  )
}

function Middle({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 flex items-center justify-center p-3 sm:px-16 sm:py-6">{children}</div>
  )
}

/**
 * `pointer-events-none` lets touches reach the picture, so that a touch does not end when the spinner
 * disappears.
 */
function Waiting() {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      aria-label={t('ui.loading')}
      className="pointer-events-none absolute inset-0 grid place-items-center text-faint"
    >
      <Spinner size={20} />
    </div>
  )
}

function NotShown({ onRetry }: { onRetry: () => void }) {
  return (
    <Middle>
      <ErrorState onRetry={onRetry} />
    </Middle>
  )
}

/** Shown for files that browsers cannot display, and for files whose content does not match their type. */
function NoPreview({ file }: { file: ViewerFile }) {
  const { t } = useTranslation()
  const { name, type } = file.attributes
  return (
    <Middle>
      <EmptyState
        icon={<FileIcon type={type} />}
        title={name}
        text={t('files.noPreview')}
        action={
          <a
            href={file.url({ download: true })}
            download={name}
            className={buttonClass({ variant: 'primary', size: 'md' })}
          >
            {t('files.downloadIt')}
          </a>
        }
      />
    </Middle>
  )
}
