import { useAtom } from 'jotai'
import { maxWorkItemNameLength, workItemNameProblem } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import { submitIntake } from './actions.ts'
import { intakeFormAtom } from './form.ts'

/** The dialog in which members and guests submit an item. */
export function IntakeForm() {
  const { t } = useTranslation()
  const [projectId, setProjectId] = useAtom(intakeFormAtom)
  const close = () => setProjectId(null)
  const form = useForm({
    saved: { name: '', text: '' },
    check: ({ name }) => ({ name: workItemNameProblem(name) !== null && t('intake.needsTitle') }),
    send: ({ name, text }) => {
      if (projectId === null) return
      void submitIntake(projectId, name.trim(), text)
      close()
    },
  })
  if (projectId === null) return null

  return (
    <FormDialog
      title={t('intake.new')}
      initialFocus={form.field('name')}
      onSubmit={form.submit}
      submit={t('intake.send')}
      onClose={close}
    >
      <div className="flex flex-col gap-4">
        <p className="text-soft text-pretty">{t('intake.formText')}</p>
        <Field label={t('workItems.title')} error={form.problem('name')}>
          <Input autoComplete="off" maxLength={maxWorkItemNameLength} {...form.text('name')} />
        </Field>
        <Field label={t('workItems.description')} optional>
          <Textarea rows={6} {...form.text('text')} />
        </Field>
      </div>
    </FormDialog>
  )
}
