import { Download } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { Tooltip } from '../../platform/ui/Tooltip.tsx'
import type { ViewerFile } from './viewer/viewer-file.ts'

export function DownloadLink({ file }: { file: ViewerFile }) {
  const { t } = useTranslation()
  const label = t('files.download', { name: file.attributes.name })
  return (
    <Tooltip label={label}>
      <a
        href={file.url({ download: true })}
        download={file.attributes.name}
        aria-label={label}
        className={`${buttonClass({ variant: 'ghost', size: 'sm' })} w-control-sm px-0!`}
      >
        <Download aria-hidden />
      </a>
    </Tooltip>
  )
}
