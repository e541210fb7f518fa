import { useAtomValue } from 'jotai'
import { Paperclip } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { maxWorkItemNameLength, workItemNameProblem } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { useWarnIfUnsaved } from '../../platform/ui/unsaved.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import { createThenAttach } from '../../work/detail/files/create-with-files.ts'
import { NewItemFiles } from '../../work/detail/NewItemFiles.tsx'
import { submitIntake } from './actions.ts'
import { closeIntakeForm, type IntakeRequest, intakeFormAtom, offerAgain } from './form.ts'

/** The dialog in which members and guests submit an item, with files. */
export function IntakeForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const open = useAtomValue(intakeFormAtom)
  const [first] = useState(open?.rejected)
  const [files, setFiles] = useState(first?.files ?? [])
  const filePicker = useRef<HTMLInputElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const form = useForm({
    saved: { name: '', text: '' },
    typed: { name: first?.name ?? '', text: first?.text ?? '' },
    check: ({ name }) => ({ name: workItemNameProblem(name) !== null && t('intake.needsTitle') }),
    send: ({ name, text }) => {
      if (open === null) return
      const { slug, project_id } = open
      closeIntakeForm()
      void submit({ slug, project_id, name, text, files }, navigate)
    },
  })
  useWarnIfUnsaved(open !== null && (form.isChanged || files.length > 0))
  if (open === null) return null

  return (
    <FormDialog
      title={t('intake.new')}
      initialFocus={form.field('name')}
      onSubmit={form.submit}
      submit={t('intake.send')}
      lossText={files.length > 0 ? t('intake.filesLost') : form.isChanged ? t('ui.unsaved.text') : undefined}
      onClose={closeIntakeForm}
    >
      <div ref={content} className="flex flex-col gap-4">
        <p className="text-soft text-pretty">{t('intake.formText')}</p>
        <Field label={t('workItems.title')} error={form.problem('name')}>
          <Input autoComplete="off" maxLength={maxWorkItemNameLength} {...form.text('name')} />
        </Field>
        <Field label={t('workItems.description')} optional>
          <Textarea rows={6} {...form.text('text')} />
        </Field>
        <div className="flex flex-col items-start gap-2">
          <Button size="sm" icon={<Paperclip />} onClick={() => filePicker.current?.click()}>
            {t('files.add')}
          </Button>
          <div className="w-full empty:hidden">
            <NewItemFiles
              files={files}
              note={t('intake.filesAfterSubmission')}
              onChange={setFiles}
              within={content}
              picker={filePicker}
            />
          </div>
        </div>
      </div>
    </FormDialog>
  )
}

async function submit(request: IntakeRequest, goTo: (path: string) => unknown): Promise<void> {
  const { slug, project_id, name, text, files } = request
  await createThenAttach({ slug, project_id }, files, () =>
    submitIntake({ slug, project_id }, name.trim(), text, () => offerAgain({ ...request, goTo })),
  )
}
