import { Layers } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { viewNameLength } from '#common/work/views/rules.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { LogoButton } from '../../platform/ui/LogoButton.tsx'

type Named = Pick<ViewRow, 'name' | 'logo_props'>

interface ViewFormProps {
  title: string
  description?: string
  submit: string
  beginsAs: Named
  /** What else is asked. */
  children?: ReactNode
  /** Answers whether it was done, and the form is closed. */
  onSubmit: (named: Named) => Promise<boolean>
  onClose: () => void
}

/** Asks for the name and the icon of a view. */
export function ViewForm({
  title,
  description,
  submit,
  beginsAs,
  children,
  onSubmit,
  onClose,
}: ViewFormProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(beginsAs.name)
  const [logo, setLogo] = useState(beginsAs.logo_props)
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const trimmed = name.trim()

  async function send() {
    setTried(true)
    if (trimmed === '') return field.current?.focus()
    setSending(true)
    if (await onSubmit({ name: trimmed, logo_props: logo })) onClose()
    else setSending(false)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      {...(description && { description })}
      size="sm"
      initialFocus={field}
      onSubmit={() => void send()}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" loading={sending}>
            {submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-start gap-2.5">
          <LogoButton
            label={t('ui.logo.icon')}
            action={t('views.chooseIcon')}
            value={logo}
            onChange={setLogo}
            name={name}
            fallback={<Layers />}
          />
          <Field
            className="flex-1"
            label={t('views.name')}
            error={tried && trimmed === '' && t('views.nameMissing')}
          >
            <Input
              ref={field}
              size="lg"
              autoComplete="off"
              maxLength={viewNameLength}
              placeholder={t('views.namePlaceholder')}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
        </div>
        {children}
      </div>
    </Dialog>
  )
}
