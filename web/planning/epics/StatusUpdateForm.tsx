import { type KeyboardEvent, useState } from 'react'
import { maxEpicUpdateTextLength } from '#common/planning/epics/rules.ts'
import { type UpdateStatus, updateStatuses } from '#common/platform/update-statuses.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { DiscardDialog } from '../../platform/ui/DiscardDialog.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { useForm } from '../../platform/ui/use-form.ts'

export interface StatusUpdateInput {
  status: UpdateStatus
  text: string
}

interface StatusUpdateFormProps {
  draft: StatusUpdateInput
  submit: string
  onSave: (draft: StatusUpdateInput) => void
  onClose: () => void
}

/** Form for a new or existing status update of an epic or a project. */
export function StatusUpdateForm({ draft, submit, onSave, onClose }: StatusUpdateFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    saved: () => ({ status: draft.status, text: draft.text }),
    warnsOnLeave: true,
    send: ({ status, text }) => {
      onSave({ status, text: text.trim() })
      onClose()
    },
  })
  const [isAsking, setAsking] = useState(false)
  /**
   * The form handles the same keys as a comment: Ctrl or ⌘ with Enter submits it, and Escape cancels it. If the user has
   * changed the form, Escape asks first, because it is easily pressed by accident.
   */
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) === 'Enter' && (event.metaKey || event.ctrlKey)) {
      form.submit(event)
    }
    if (pressedKey(event) === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (form.isChanged) setAsking(true)
      else onClose()
    }
  }
  return (
    <>
      <form className="flex flex-col gap-2" onKeyDown={onKeyDown} onSubmit={form.submit}>
        <SegmentedControl
          label={t('epics.updates.status')}
          value={form.values.status}
          onChange={(status) => form.set({ status })}
          options={updateStatuses.map((value) => ({ value, label: t(`epics.status.${value}`) }))}
        />
        <Textarea
          autoFocus
          aria-label={t('epics.updates.text')}
          placeholder={t('epics.updates.placeholder')}
          maxLength={maxEpicUpdateTextLength}
          rows={3}
          {...form.text('text')}
        />
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="sm" type="submit" variant="primary">
            {submit}
          </Button>
        </div>
      </form>
      <DiscardDialog open={isAsking} onOpenChange={setAsking} onDiscard={onClose} />
    </>
  )
}
