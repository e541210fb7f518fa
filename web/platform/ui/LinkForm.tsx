import { useRef, useState } from 'react'
import { addressLength } from '#common/platform/addresses.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

interface Named {
  title: string | null
  url: string
}

interface LinkFormProps {
  title: string
  submit: string
  beginsAs: Named
  /** The address that is kept of what is typed; null for none. */
  normal: (typed: string) => string | null
  /** Whether another link has this address, and how that is said. */
  isTaken: (url: string) => boolean
  takenText: string
  titleLength: number
  /** What it goes by without a name of its own. */
  placeholder: string
  /** What it is called is null without a title; the address is whole. Not called where nothing has changed. */
  onSubmit: (named: Named) => void
  onClose: () => void
}

/** Asks for an address, and what it shall be called. */
export function LinkForm(props: LinkFormProps) {
  const { title, submit, beginsAs, normal, isTaken, takenText, titleLength, placeholder, onClose } = props
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(beginsAs.url)
  const [name, setName] = useState(beginsAs.title ?? '')
  const [tried, setTried] = useState(false)
  const url = normal(typed)
  const problem =
    typed.trim() === ''
      ? t('ui.link.missing')
      : url === null
        ? t('ui.link.notAnAddress')
        : isTaken(url)
          ? takenText
          : null

  function send() {
    setTried(true)
    if (problem !== null || url === null) return field.current?.focus()
    const named = { title: name.trim() || null, url }
    // It is shown at once; a refusal says so and puts it back.
    if (named.title !== beginsAs.title || url !== beginsAs.url) props.onSubmit(named)
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size="sm"
      initialFocus={field}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary">
            {submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('ui.link.address')} error={tried && problem}>
          <Input
            ref={field}
            size="lg"
            inputMode="url"
            autoComplete="off"
            maxLength={addressLength}
            placeholder="https://"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Field label={t('ui.link.name')} optional>
          <Input
            size="lg"
            autoComplete="off"
            maxLength={titleLength}
            placeholder={placeholder}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}
