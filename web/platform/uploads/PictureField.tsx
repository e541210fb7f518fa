import { useAtomValue } from 'jotai'
import { CircleAlert, ImageUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { pictureTypes } from '#common/documents/files/file-types.ts'
import { newId } from '#common/platform/ids.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { containsFiles, getFilesFromDataTransfer } from './dropped-files.ts'
import { cancelUpload, retryUpload, startUpload, type UploadDestination, uploadsAtom } from './uploads.ts'

interface PictureFieldProps {
  /** Accessible name of the picture. */
  label: string
  /** Heading above the actions. */
  title?: ReactNode
  hint?: string
  hasPicture: boolean
  /**
   * Renders the current picture. During an upload, `preview` is the local file. `preview` is null if no
   * upload is in progress.
   */
  children: (preview: string | null) => ReactNode
  destination: UploadDestination
  onRemove: () => void
  /** Other ways to choose the picture. */
  choices?: ReactNode
  /** True if the actions are below the picture instead of beside it. */
  below?: boolean
}

/** A picture with actions to replace it, by choosing or dropping a file. */
export function PictureField(props: PictureFieldProps) {
  const { label, title, hint, hasPicture, children, destination, onRemove, below, choices } = props
  const { t } = useTranslation()
  const hintId = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [id, setId] = useState(newId)
  const [upload] = useAtomValue(uploadsAtom(id))
  const [isOver, setIsOver] = useState(false)
  const hasFailed = upload?.status === 'failed'
  const isSending = upload !== undefined && !hasFailed
  const take = (file: File | undefined) => {
    if (file === undefined) return
    cancelUpload(id)
    const next = newId()
    setId(next)
    void startUpload(next, file, destination)
  }
  const over = (event: DragEvent) => {
    if (!containsFiles(event.dataTransfer)) return
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    setIsOver(false)
    if (!containsFiles(event.dataTransfer)) return
    event.preventDefault()
    take(getFilesFromDataTransfer(event.dataTransfer)[0])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: some browsers cannot lay out a fieldset as a row
    <div
      role="group"
      aria-label={label}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cx(
        '-m-2 flex gap-4 rounded-lg p-2',
        below ? 'flex-col' : 'items-center',
        isOver && 'bg-accent-soft outline-2 outline-accent outline-dashed',
      )}
    >
      <div className={cx('shrink-0', isSending && 'opacity-60')}>{children(upload?.preview ?? null)}</div>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        {title}
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={<ImageUp />}
            aria-describedby={hint ? hintId : undefined}
            onClick={() => picker.current?.click()}
          >
            {t(hasPicture ? 'files.picture.change' : 'files.picture.add')}
          </Button>
          {choices}
          {isSending && (
            <Button size="sm" variant="ghost" onClick={() => cancelUpload(id)}>
              {t('ui.cancel')}
            </Button>
          )}
          {hasFailed && upload.canRetry && (
            <Button size="sm" variant="ghost" onClick={() => retryUpload(id)}>
              {t('ui.retry')}
            </Button>
          )}
          {hasPicture && upload === undefined && (
            <Button size="sm" variant="ghost" onClick={onRemove}>
              {t('files.picture.remove')}
            </Button>
          )}
        </div>
        {hasFailed ? (
          <p role="alert" className="flex items-start gap-1.5 text-sm text-pretty text-danger">
            <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
            {upload.reason}
          </p>
        ) : isSending ? (
          <ProgressBar label={label} part={upload.sent} className="my-2 w-full max-w-60" />
        ) : (
          hint && (
            <p id={hintId} className="text-sm text-pretty text-faint">
              {hint}
            </p>
          )
        )}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={label}
        accept={pictureTypes.join(',')}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0])
          // The input is cleared, so that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
