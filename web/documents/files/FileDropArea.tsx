import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { useFileDrop } from './use-file-drop.ts'

interface FileDropAreaProps {
  /** File extensions that the file dialog offers. */
  accept: string
  multiple?: boolean
  chooseLabel: string
  dropHint: string
  hint: string
  onFiles: (files: readonly File[]) => void
}

/** An area onto which users drop files, with a button that opens the file dialog. */
export function FileDropArea({ accept, multiple, chooseLabel, dropHint, hint, onFiles }: FileDropAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useFileDrop(area, { isEnabled: true, onFiles })
  return (
    <div
      ref={area}
      className={cx(
        'flex flex-col items-center gap-2 rounded-md border border-dashed px-4 py-6 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <FileUp aria-hidden className="size-6 text-icon-faint" />
      <p className="text-soft coarse:hidden">{dropHint}</p>
      <Button onClick={() => input.current?.click()}>{chooseLabel}</Button>
      <p className="text-pretty text-sm text-faint">{hint}</p>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        accept={accept}
        aria-label={chooseLabel}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}
