import { CircleAlert, RotateCw, X } from 'lucide-react'
import { fileSize } from '../../files/file-size.ts'
import { cancelUpload, retryUpload, type Upload } from '../../files/uploads.ts'
import { FileIcon } from '../../files/viewer/FileIcon.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Progress } from '../../ui/Progress.tsx'

/** A file on its way: how far it is, or why it did not get there. */
export function UploadLine({ upload }: { upload: Upload }) {
  const { t } = useTranslation()
  const { id, name, size, preview, sent, status, reason, canRetry } = upload
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
            <Progress label={name} part={sent} className="flex-1" />
            {status === 'waiting' ? t('files.waiting') : fileSize(size)}
          </span>
        )}
      </div>
      {hasFailed && canRetry && (
        <IconButton
          size="sm"
          label={t('files.retry', { name })}
          icon={<RotateCw />}
          onClick={() => retryUpload(id)}
        />
      )}
      <IconButton
        size="sm"
        label={t(hasFailed ? 'files.dismiss' : 'files.cancel', { name })}
        icon={<X />}
        onClick={() => cancelUpload(id)}
      />
    </li>
  )
}
