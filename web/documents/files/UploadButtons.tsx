import { RotateCw, X } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { retryUpload, type Upload } from '../../platform/uploads/uploads.ts'

interface UploadButtonsProps {
  upload: Upload
  /** Of the button that ends an upload which has failed. */
  failedLabel: string
  onRemove: () => void
}

/** Tries an upload again where that may help, and takes it away. */
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
