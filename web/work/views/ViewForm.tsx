import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { maxViewNameLength } from '#common/work/views/rules.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { LogoButton } from '../../platform/ui/LogoButton.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { useForm } from '../../platform/ui/use-form.ts'

type Named = Pick<ViewRow, 'name' | 'description' | 'logo_props'>

interface ViewFormProps {
  title: string
  description?: string
  submit: string
  beginsAs: Named
  /** Further form fields. */
  children?: ReactNode
  /** Saves the view. If the promise resolves to true, the view was saved and the form closes. */
  onSubmit: (named: Named) => Promise<boolean>
  onClose: () => void
}

/** Form for the name, icon and description of a view. */
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
  const form = useForm({
    saved: () => beginsAs,
    check: ({ name }) => ({ name: name.trim() === '' && t('views.nameMissing') }),
    send: async ({ name, description: text, logo_props }) => {
      if (await onSubmit({ name: name.trim(), description: text.trim(), logo_props })) onClose()
    },
  })

  return (
    <FormDialog
      title={title}
      {...(description && { description })}
      size="sm"
      initialFocus={form.field('name')}
      onSubmit={form.submit}
      submit={submit}
      loading={form.sending}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-start gap-2.5">
          <LogoButton
            label={t('ui.logo.icon')}
            action={t('views.chooseIcon')}
            value={form.values.logo_props}
            onChange={(logo_props) => form.set({ logo_props })}
            name={form.values.name}
            fallback={<Layers />}
          />
          <Field className="flex-1" label={t('views.name')} error={form.problem('name')}>
            <Input
              size="lg"
              autoComplete="off"
              maxLength={maxViewNameLength}
              placeholder={t('views.namePlaceholder')}
              {...form.text('name')}
            />
          </Field>
        </div>
        <Field label={t('views.description')} optional>
          <Textarea
            rows={2}
            maxLength={10_000}
            placeholder={t('views.descriptionPlaceholder')}
            {...form.text('description')}
          />
        </Field>
        {children}
      </div>
    </FormDialog>
  )
}
