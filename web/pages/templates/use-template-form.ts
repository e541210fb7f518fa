import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useState } from 'react'
import type { TemplateKind, TemplateRow } from '#common/pages/templates/schema.ts'
import { workItemNameProblem } from '#common/work/work-items/rules.ts'
import { pendingFileInsertsAtom } from '../../documents/files/pictures.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { toast } from '../../platform/ui/toast.ts'
import { isEqualIgnoringReactKeys } from '../../work/work-items/sub-item-draft.ts'
import {
  createTemplate,
  emptyTemplate,
  loadTemplateDescription,
  openTemplateDialog,
  type TemplateDialog,
  type TemplateFields,
  templateDialogAtom,
  updateTemplate,
} from '../../work/work-items/templates.ts'

interface TemplateFormOptions<Written> {
  dialogState: TemplateDialog
  existing: TemplateRow | null
  kind: TemplateKind
  toFormValues: (fields: TemplateFields) => Written
  /** Converts the form values to template fields, including empty sub-items. */
  toFields: (written: Written) => Partial<TemplateFields>
  /** Converts the form values to the fields that are stored, without empty sub-items. */
  toStoredFields: (written: Written) => Partial<TemplateFields>
}

/** Returns the state of a template form: its values, its text and the props of its dialog. */
export function useTemplateForm<Written extends Pick<TemplateFields, 'name' | 'title'>>(
  options: TemplateFormOptions<Written>,
) {
  const { dialogState, existing, kind, toFormValues, toFields, toStoredFields } = options
  const { t } = useTranslation()
  const close = useSetAtom(templateDialogAtom)
  // Only fields that differ from this snapshot are saved, so that changes that others make while the form is
  // open are not overwritten.
  const [before] = useState(() => toFormValues(existing ?? emptyTemplate))
  const [written, setWritten] = useState(() =>
    dialogState.written ? toFormValues(dialogState.written.fields) : before,
  )
  const [wasSubmitted, setSubmitted] = useState(false)
  const text = useTemplateText(existing, dialogState.written?.text)
  const isTextNew = text.now !== text.before
  const problem = workItemNameProblem(written.name)
  const isReady = useAtomValue(pendingFileInsertsAtom) === 0 && text.status === 'ready'

  /** Closes the form. If values are unsaved, a toast offers to reopen the form with them, so Escape loses nothing. */
  function closeForm(): void {
    close(null)
    if (text.status !== 'ready' || (isEqualIgnoringReactKeys(written, before) && !isTextNew)) return
    const reopened = {
      ...dialogState,
      written: { fields: { ...emptyTemplate, ...toFields(written) }, text: text.now },
    }
    toast.message(t(existing === null ? 'templates.discarded' : 'templates.changesDiscarded'), {
      id: 'template',
      action: { label: t('ui.undo'), onPress: () => openTemplateDialog(reopened) },
    })
  }

  function submit(): void {
    setSubmitted(true)
    if (problem !== null || !isReady) return
    close(null)
    const fields = toStoredFields({ ...written, name: written.name.trim(), title: written.title.trim() })
    if (existing === null)
      return void createTemplate(dialogState.project_id, { ...emptyTemplate, ...fields }, text.now, kind)
    const changed = Object.entries(fields).filter(
      ([name, value]) => !isEqualIgnoringReactKeys(value, before[name as keyof Written]),
    )
    if (changed.length > 0 || isTextNew)
      void updateTemplate(existing, Object.fromEntries(changed), isTextNew ? text : undefined)
  }

  return {
    written,
    set: (fields: Partial<Written>) => setWritten((now) => ({ ...now, ...fields })),
    nameProblem: wasSubmitted && problem ? t(`templates.nameProblem.${problem}`) : undefined,
    text,
    dialog: {
      title: t(existing === null ? 'templates.new' : 'templates.edit'),
      size: 'lg' as const,
      keepsText: true,
      onSubmit: submit,
      submit: t(existing === null ? 'templates.create' : 'templates.save'),
      disabled: !isReady,
      onClose: closeForm,
    },
  }
}

/** Returns the template's text before and after editing, and whether it has been loaded. */
function useTemplateText(existing: TemplateRow | null, written: string | undefined) {
  const [texts, setTexts] = useState({ before: '', now: written ?? '' })
  // Stores the row with which the form was opened. A live update of the row must not reload the text that is
  // being edited.
  const [opened] = useState(existing)
  const read = useCallback(async () => {
    if (opened === null) return
    const html = await loadTemplateDescription(opened)
    setTexts({ before: html, now: written ?? html })
  }, [opened, written])
  const { status, retry } = useLoadState(read)
  return {
    ...texts,
    set: (now: string) => setTexts((all) => ({ ...all, now })),
    status: existing === null ? ('ready' as const) : status,
    retry,
  }
}
