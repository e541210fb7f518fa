import { Copy, Download } from 'lucide-react'
import { useTranslation } from '../../../locales/i18n.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { copyText } from '../../../platform/ui/copy-text.ts'
import { Dialog } from '../../../platform/ui/Dialog.tsx'

/** Shows new recovery codes. They cannot be shown again. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  return (
    <Dialog
      open
      stays
      onOpenChange={(open) => !open && onClose()}
      title={t('secondFactor.recoveryTitle')}
      description={t('secondFactor.recoveryText')}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('secondFactor.kept')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <ol
          aria-label={t('secondFactor.recovery')}
          className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md border border-line bg-sunken px-4 py-3 font-mono"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <Button icon={<Copy />} onClick={() => void copyText(text, t('secondFactor.copied'))}>
            {t('secondFactor.copy')}
          </Button>
          <Button icon={<Download />} onClick={() => save(`${text}\n`)}>
            {t('secondFactor.download')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function save(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), {
    href: address,
    download: 'tandem-recovery-codes.txt',
  }).click()
  URL.revokeObjectURL(address)
}
