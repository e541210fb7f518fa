import { maxUrlLength } from '#common/platform/addresses.ts'
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
  /** Returns the normalized URL, or null if it is invalid. */
  normal: (typed: string) => string | null
  /** Returns true if another link already has this URL. `takenText` is the error message for that case. */
  isTaken: (url: string) => boolean
  takenText: string
  titleLength: number
  /** Shown if the link has no title. */
  placeholder: string
  /**
   * Called when the user submits the form with a changed link. `title` is null if its field is empty, and `url` is
   * normalized.
   */
  onSubmit: (named: Named) => void
  onClose: () => void
}

/** A form for a URL and its title. */
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
      // The form closes without waiting for the server, because the change is shown immediately. If the server
      // rejects the change, it is reverted with a notice.
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
            maxLength={maxUrlLength}
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
