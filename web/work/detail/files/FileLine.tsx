import { useAtomValue } from 'jotai'
import { Trash2 } from 'lucide-react'
import type { AttachmentRow } from '#common/documents/files/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { deleteAttachment, toViewerFile } from '../../../documents/files/attachments.ts'
import { DownloadLink } from '../../../documents/files/DownloadLink.tsx'
import { FileIcon } from '../../../documents/files/viewer/FileIcon.tsx'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { useCanDeleteAttachment } from '../../../platform/person/roles.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { timeAgo } from '../../../platform/ui/time-ago.ts'
import { formatFileSize } from '../../../platform/uploads/file-size.ts'

export interface FileLineProps {
  row: WorkItemRow
  file: AttachmentRow
  onOpen: (id: string) => void
}

/** A file without a preview image: name, size and author. */
export function FileLine({ row, file, onOpen }: FileLineProps) {
  const { name, type } = file.attributes
  return (
    <li className="group/line relative -mx-1.5 flex min-h-11 items-center gap-2.5 rounded-sm px-1.5 hover:bg-hover">
      <span className="grid size-8 shrink-0 place-items-center rounded-sm border border-line bg-sunken text-icon-faint [&>svg]:size-4">
        <FileIcon type={type} />
      </span>
      <button
        type="button"
        onClick={() => onOpen(file.id)}
        className="flex min-w-0 flex-1 flex-col py-1 text-start outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-focus"
      >
        <span dir="auto" className="max-w-full truncate font-medium">
          {name}
        </span>
        <FileMetadata file={file} />
      </button>
      <span className="z-1 flex opacity-0 focus-within:opacity-100 group-hover/line:opacity-100 coarse:opacity-100">
        <FileActions row={row} file={file} />
      </span>
    </li>
  )
}

/** Actions of a file, except opening it. */
export function FileActions({ row, file }: Omit<FileLineProps, 'onOpen'>) {
  return (
    <>
      <DownloadLink file={toViewerFile(file)} />
      <DeleteFile row={row} file={file} size="sm" />
    </>
  )
}

export function DeleteFile({ row, file, size }: Omit<FileLineProps, 'onOpen'> & { size?: 'sm' }) {
  const { t } = useTranslation()
  const canDelete = useCanDeleteAttachment(row, file)
  if (!canDelete) return null
  return (
    <IconButton
      {...(size && { size })}
      label={t('files.delete', { name: file.attributes.name })}
      icon={<Trash2 />}
      onClick={() => void deleteAttachment(file)}
    />
  )
}

/** Size, author and date of a file. */
export function FileMetadata({ file }: { file: AttachmentRow }) {
  const { i18n } = useTranslation()
  const person = useAtomValue(tables.users.rowAtom(file.created_by ?? ''))
  const facts = [
    formatFileSize(file.attributes.size),
    displayNameOf(person),
    timeAgo(file.created_at, i18n.language),
  ]
  return <span className="max-w-full truncate text-sm text-faint">{facts.filter(Boolean).join(' · ')}</span>
}
