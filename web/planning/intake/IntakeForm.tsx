import { useAtom } from 'jotai'
import { useRef, useState } from 'react'
import { workItemNameLength, workItemNameProblem } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { sendIn } from './actions.ts'
import { intakeFormAtom } from './form.ts'

/** What members and guests write for a project. */
export function IntakeForm() {
  const { t } = useTranslation()
  const [projectId, setProjectId] = useAtom(intakeFormAtom)
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const title = useRef<HTMLInputElement>(null)
  const isNameless = workItemNameProblem(name) !== null
  if (projectId === null) return null
  const close = () => setProjectId(null)

  function submit(): void {
    setTried(true)
    if (isNameless) title.current?.focus()
    if (isNameless || projectId === null) return
    void sendIn(projectId, name.trim(), text)
    close()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('intake.new')}
      initialFocus={title}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('intake.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-soft text-pretty">{t('intake.formText')}</p>
        <Field label={t('workItems.title')} error={tried && isNameless ? t('intake.needsTitle') : undefined}>
          <Input
            ref={title}
            autoComplete="off"
            maxLength={workItemNameLength}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={t('workItems.description')} optional>
          <Textarea rows={6} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
