import { CircleAlert } from 'lucide-react'
import { UploadButtons } from '../../../documents/files/UploadButtons.tsx'
import { FileIcon } from '../../../documents/files/viewer/FileIcon.tsx'
import { useTranslation } from '../../../locales/i18n.ts'
import { ProgressBar } from '../../../platform/ui/ProgressBar.tsx'
import { formatFileSize } from '../../../platform/uploads/file-size.ts'
import { cancelUpload, type Upload } from '../../../platform/uploads/uploads.ts'

/** Progress of an upload, or the reason why it failed. */
export function UploadLine({ upload }: { upload: Upload }) {
  const { t } = useTranslation()
  const { id, name, size, preview, sent, status, reason } = upload
  const hasFailed = status === 'failed'
  return (
    <li className="-mx-1.5 flex min-h-11 items-center gap-2.5 rounded-sm px-1.5">
      <span className="grid size-8 shrink-0 place-items-center overflow-hidden rounded-sm border border-line bg-sunken text-icon-faint [&>svg]:size-4">
        {hasFailed ? (
          <CircleAlert aria-hidden className="text-danger" />
        ) : preview ? (
          <img src={preview} alt="" className="size-full object-cover" />
        ) : (
          <FileIcon type="" />
        )}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-1">
        <span dir="auto" className="truncate font-medium">
          {name}
        </span>
        {hasFailed ? (
          <span role="alert" className="text-sm text-pretty text-danger">
            {reason}
          </span>
        ) : (
          <span className="flex items-center gap-2 text-sm text-faint tabular">
            <ProgressBar label={name} part={sent} className="flex-1" />
            {status === 'waiting' ? t('files.waiting') : formatFileSize(size)}
          </span>
        )}
      </div>
      <UploadButtons
        upload={upload}
        failedLabel={t('files.dismiss', { name })}
        onRemove={() => cancelUpload(id)}
      />
    </li>
  )
}
