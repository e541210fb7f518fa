import { Paperclip, X } from 'lucide-react'
import type { RefObject } from 'react'
import { useFileDrop } from '../../documents/files/use-file-drop.ts'
import { FileIcon } from '../../documents/files/viewer/FileIcon.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { formatFileSize } from '../../platform/uploads/file-size.ts'
import { FileDropOverlay } from './files/FileDropOverlay.tsx'

interface NewItemFilesProps {
  files: readonly File[]
  /** Explains when the files are uploaded. The default is the text for work items. */
  note?: string
  onChange: (files: readonly File[]) => void
  /** The element that shows the form. Users can drop files anywhere on this element. */
  within: RefObject<HTMLElement | null>
  /** The input that opens the file picker. */
  picker: RefObject<HTMLInputElement | null>
}

/** The files of an item that does not exist yet. They are uploaded after the item is created. */
export function NewItemFiles({ files, note, onChange, within, picker }: NewItemFilesProps) {
  const { t } = useTranslation()
  const add = (chosen: readonly File[]) => onChange([...files, ...chosen])
  const isOver = useFileDrop(within, { isEnabled: true, onFiles: add })
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('files.add')}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      {isOver && <FileDropOverlay within={within} icon={<Paperclip />} text={t('files.drop')} />}
      {files.length > 0 && (
        <div className="flex flex-col gap-1">
          <ul aria-label={t('files.title')} className="flex flex-col">
            {files.map((file) => (
              <li
                key={`${file.name} ${file.size} ${file.lastModified}`}
                className="flex min-h-8 items-center gap-2 text-sm [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-icon-faint"
              >
                <FileIcon type={file.type} />
                <span dir="auto" className="min-w-0 truncate">
                  {file.name}
                </span>
                <span className="shrink-0 text-faint tabular">{formatFileSize(file.size)}</span>
                <IconButton
                  size="sm"
                  className="ms-auto"
                  label={t('ui.remove', { name: file.name })}
                  icon={<X />}
                  onClick={() => onChange(files.filter((other) => other !== file))}
                />
              </li>
            ))}
          </ul>
          <p className="text-sm text-pretty text-faint">{note ?? t('workItems.filesAfterCreation')}</p>
        </div>
      )}
    </>
  )
}
