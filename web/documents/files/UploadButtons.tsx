import { RotateCw, X } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { retryUpload, type Upload } from '../../platform/uploads/uploads.ts'

interface UploadButtonsProps {
  upload: Upload
  /** The label of the button that removes a failed upload. */
  failedLabel: string
  onRemove: () => void
}

/** The buttons to retry a failed upload, if that can help, and to cancel or remove an upload. */
export function UploadButtons({ upload, failedLabel, onRemove }: UploadButtonsProps) {
  const { t } = useTranslation()
  const { id, name, status, canRetry } = upload
  const hasFailed = status === 'failed'
  return (
    <>
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
        label={hasFailed ? failedLabel : t('files.cancel', { name })}
        icon={<X />}
        onClick={onRemove}
      />
    </>
  )
}
