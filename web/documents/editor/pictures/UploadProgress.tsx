import { CircleAlert } from 'lucide-react'
import { useTranslation } from '../../../locales/i18n.ts'
import type { Upload } from '../../../platform/uploads/uploads.ts'

/** The upload progress of a picture or file, or the reason why the upload failed. */
export function UploadProgress({ upload: { name, sent, status, reason } }: { upload: Upload }) {
  const { t } = useTranslation()
  if (status === 'failed')
    return (
      <span role="alert" className="picture-reason">
        <CircleAlert aria-hidden />
        {reason}
      </span>
    )
  return (
    <span
      role="progressbar"
      aria-label={t('editor.picture.sending', { name })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(sent * 100)}
      className="picture-progress"
    >
      <span style={{ width: `${Math.max(3, sent * 100)}%` }} />
    </span>
  )
}
