import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useState } from 'react'
import type { TemplateKind, TemplateRow } from '#common/pages/templates/schema.ts'
import { workItemNameProblem } from '#common/work/work-items/rules.ts'
import { pendingPicturesAtom } from '../../documents/files/pictures.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { useLoaded } from '../../platform/shell/use-loaded.ts'
import { toast } from '../../platform/ui/toast.ts'
import { isAlike } from '../../work/work-items/sub-item-draft.ts'
import {
  createTemplate,
  emptyTemplate,
  openTemplate,
  readTextOfTemplate,
  type TemplateDialog,
  type TemplateFields,
  templateDialogAtom,
  updateTemplate,
} from '../../work/work-items/templates.ts'

interface TemplateFormOptions<Written> {
  asked: TemplateDialog
  begun: TemplateRow | null
  kind: TemplateKind
  writtenOf: (fields: TemplateFields) => Written
  /** Converts the form values to fields, unchanged. */
  bareOf: (written: Written) => Partial<TemplateFields>
  /** Converts the form values to the fields that are stored, without empty sub-items. */
  fieldsOf: (written: Written) => Partial<TemplateFields>
}

/** State of a template form: its values, its text and the props of its dialog. */
export function useTemplateForm<Written extends Pick<TemplateFields, 'name' | 'title'>>(
  options: TemplateFormOptions<Written>,
) {
  const { asked, begun, kind, writtenOf, bareOf, fieldsOf } = options
  const { t } = useTranslation()
  const close = useSetAtom(templateDialogAtom)
  // Only fields that differ from this snapshot are saved, so that changes by others in the meantime stay.
  const [before] = useState(() => writtenOf(begun ?? emptyTemplate))
  const [written, setWritten] = useState(() => (asked.written ? writtenOf(asked.written.fields) : before))
  const [tried, setTried] = useState(false)
  const text = useTemplateText(begun, asked.written?.text)
  const isTextNew = text.now !== text.before
  const problem = workItemNameProblem(written.name)
  const isReady = useAtomValue(pendingPicturesAtom) === 0 && text.status === 'ready'

  /** Closes the form. The toast can reopen it with the unsaved values, so Escape loses nothing. */
  function leave(): void {
    close(null)
    if (text.status !== 'ready' || (isAlike(written, before) && !isTextNew)) return
    const again = {
      ...asked,
      written: { fields: { ...emptyTemplate, ...bareOf(written) }, text: text.now },
    }
    toast.message(t(begun === null ? 'templates.discarded' : 'templates.changesDiscarded'), {
      id: 'template',
      action: { label: t('ui.undo'), onPress: () => openTemplate(again) },
    })
  }

  function submit(): void {
    setTried(true)
    if (problem !== null || !isReady) return
    close(null)
    const fields = fieldsOf({ ...written, name: written.name.trim(), title: written.title.trim() })
    if (begun === null)
      return void createTemplate(asked.project_id, { ...emptyTemplate, ...fields }, text.now, kind)
    const changed = Object.entries(fields).filter(
      ([name, value]) => !isAlike(value, before[name as keyof Written]),
    )
    if (changed.length > 0 || isTextNew)
      void updateTemplate(begun, Object.fromEntries(changed), isTextNew ? text : undefined)
  }

  return {
    written,
    set: (fields: Partial<Written>) => setWritten((now) => ({ ...now, ...fields })),
    nameProblem: tried && problem ? t(`templates.nameProblem.${problem}`) : undefined,
    text,
    dialog: {
      title: t(begun === null ? 'templates.new' : 'templates.edit'),
      size: 'lg' as const,
      keepsText: true,
      onSubmit: submit,
      submit: t(begun === null ? 'templates.create' : 'templates.save'),
      disabled: !isReady,
      onClose: leave,
    },
  }
}

/** The template's text before and after editing, and whether it has been loaded. */
function useTemplateText(begun: TemplateRow | null, written: string | undefined) {
  const [texts, setTexts] = useState({ before: '', now: written ?? '' })
  // Remember the first row. A live update of the row must not reload the text that is being edited.
  const [opened] = useState(begun)
  const read = useCallback(async () => {
    if (opened === null) return
    const html = await readTextOfTemplate(opened)
    setTexts({ before: html, now: written ?? html })
  }, [opened, written])
  const { status, retry } = useLoaded(read)
  return {
    ...texts,
    set: (now: string) => setTexts((all) => ({ ...all, now })),
    status: begun === null ? ('ready' as const) : status,
    retry,
  }
}
