import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { AlertDialog } from './AlertDialog.tsx'
import { Button } from './Button.tsx'
import { copyText } from './copy-text.ts'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

export interface SecretDialogProps {
  secret: string
  title: string
  text: string
  /** Accessible name of the secret. */
  label: string
  copy: string
  copied: string
  /** Explains how to use the secret. */
  children?: ReactNode
  onClose: () => void
}

/** Shows a new secret, which can be viewed only once. */
export function SecretDialog({
  secret,
  title,
  text,
  label,
  copy,
  copied,
  children,
  onClose,
}: SecretDialogProps) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const close = () => (isCopied ? onClose() : setAsking(true))
  const copySecret = async () => {
    if (await copyText(secret, copied)) setCopied(true)
  }
  return (
    <Dialog
      open
      stays
      onOpenChange={(open) => !open && close()}
      title={title}
      description={text}
      size="sm"
      footer={
        <>
          <Button variant={isCopied ? 'primary' : 'line'} onClick={close}>
            {t('ui.done')}
          </Button>
          <Button variant={isCopied ? 'line' : 'primary'} icon={<Copy />} onClick={() => void copySecret()}>
            {copy}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={label}>
          <Input
            readOnly
            size="lg"
            value={secret}
            className="font-mono"
            onFocus={(event) => event.target.select()}
            onCopy={() => setCopied(true)}
          />
        </Field>
        {children}
      </div>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('ui.secret.notCopied')}
        text={t('ui.secret.shownOnce')}
        cancelLabel={t('ui.back')}
        confirmLabel={t('ui.secret.close')}
        danger
        onConfirm={onClose}
      />
    </Dialog>
  )
}
