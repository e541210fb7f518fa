import { Copy } from 'lucide-react'
import { useTranslation } from '../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'

/** The one time that a secret is shown. */
export function MadeSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('webhooks.madeTitle')}
      description={t('webhooks.madeText')}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('webhooks.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t('webhooks.secret')}>
          <Input
            readOnly
            size="lg"
            value={secret}
            className="font-mono"
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <Button icon={<Copy />} onClick={() => void copyText(secret, t('webhooks.copied'))}>
          {t('webhooks.copy')}
        </Button>
      </div>
    </Dialog>
  )
}
