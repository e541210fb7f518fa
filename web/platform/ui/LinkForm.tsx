import { addressLength } from '#common/platform/addresses.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Field } from './Field.tsx'
import { FormDialog } from './FormDialog.tsx'
import { Input } from './Input.tsx'
import { useForm } from './use-form.ts'

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
  const form = useForm({
    saved: () => ({ url: beginsAs.url, name: beginsAs.title ?? '' }),
    check: ({ url: typed }) => {
      const url = normal(typed)
      if (typed.trim() === '') return { url: t('ui.link.missing') }
      if (url === null) return { url: t('ui.link.notAnAddress') }
      return { url: isTaken(url) && takenText }
    },
    send: ({ url: typed, name }) => {
      const named = { title: name.trim() || null, url: normal(typed) ?? '' }
      // It is shown at once; a refusal says so and puts it back.
      if (named.title !== beginsAs.title || named.url !== beginsAs.url) props.onSubmit(named)
      onClose()
    },
  })

  return (
    <FormDialog
      title={title}
      size="sm"
      initialFocus={form.field('url')}
      onSubmit={form.submit}
      submit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('ui.link.address')} error={form.problem('url')}>
          <Input
            size="lg"
            inputMode="url"
            autoComplete="off"
            maxLength={addressLength}
            placeholder="https://"
            {...form.text('url')}
          />
        </Field>
        <Field label={t('ui.link.name')} optional>
          <Input
            size="lg"
            autoComplete="off"
            maxLength={titleLength}
            placeholder={placeholder}
            {...form.text('name')}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
