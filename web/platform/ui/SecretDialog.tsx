import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
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
  done: string
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
  done,
  children,
  onClose,
}: SecretDialogProps) {
  return (
    <Dialog
      open
      stays
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={text}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          {done}
        </Button>
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
          />
        </Field>
        <Button icon={<Copy />} onClick={() => void copyText(secret, copied)}>
          {copy}
        </Button>
        {children}
      </div>
    </Dialog>
  )
}
