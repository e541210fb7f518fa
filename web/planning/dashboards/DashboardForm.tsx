import { LayoutDashboard } from 'lucide-react'
import { maxDashboardNameLength } from '#common/planning/dashboards/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { LogoButton } from '../../platform/ui/LogoButton.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import type { DashboardFields } from './actions.ts'

interface DashboardFormProps {
  title: string
  submit: string
  startsWith: DashboardFields
  /** True if the user may change who sees the dashboard. Only the owner may change this. */
  canShare?: boolean
  /** Saves the dashboard. Returns true if it was saved, and the form then closes. */
  onSubmit: (fields: DashboardFields) => Promise<boolean>
  onClose: () => void
}

/** Form for the name, icon, description and access of a dashboard. */
export function DashboardForm({
  title,
  submit,
  startsWith,
  canShare = true,
  onSubmit,
  onClose,
}: DashboardFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    saved: () => startsWith,
    check: ({ name }) => ({ name: name.trim() === '' && t('dashboards.nameMissing') }),
    send: async (fields) => {
      if (await onSubmit({ ...fields, name: fields.name.trim() })) onClose()
    },
  })
  return (
    <FormDialog
      title={title}
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
            fallback={<LayoutDashboard />}
          />
          <Field className="flex-1" label={t('dashboards.name')} error={form.problem('name')}>
            <Input size="lg" autoComplete="off" maxLength={maxDashboardNameLength} {...form.text('name')} />
          </Field>
        </div>
        <Field label={t('dashboards.description')}>
          <Input autoComplete="off" maxLength={1000} {...form.text('description')} />
        </Field>
        {canShare && (
          <Switch
            hint={t('dashboards.shareHint')}
            checked={form.values.access === 1}
            onChange={(isShared) => form.set({ access: isShared ? 1 : 0 })}
          >
            {t('dashboards.share')}
          </Switch>
        )}
      </div>
    </FormDialog>
  )
}
