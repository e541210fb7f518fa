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
  /** Returns the fields as they are written. */
  bareOf: (written: Written) => Partial<TemplateFields>
  /** Returns the fields as they are stored. */
  fieldsOf: (written: Written) => Partial<TemplateFields>
}

/** The form of a template of any kind: its fields, its text and the props of its dialog. */
export function useTemplateForm<Written extends Pick<TemplateFields, 'name' | 'title'>>(
  options: TemplateFormOptions<Written>,
) {
  const { asked, begun, kind, writtenOf, bareOf, fieldsOf } = options
  const { t } = useTranslation()
  const close = useSetAtom(templateDialogAtom)
  // Saving does not take back what others change in the meantime.
  const [before] = useState(() => writtenOf(begun ?? emptyTemplate))
  const [written, setWritten] = useState(() => (asked.written ? writtenOf(asked.written.fields) : before))
  const [tried, setTried] = useState(false)
  const text = useTemplateText(begun, asked.written?.text)
  const isTextNew = text.now !== text.before
  const problem = workItemNameProblem(written.name)
  const isReady = useAtomValue(pendingPicturesAtom) === 0 && text.status === 'ready'

  /** The notice offers to open the form again, so Escape loses nothing. */
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

/** The text of a template that is written in a form: as it was, as it is now, and whether it has been read. */
function useTemplateText(begun: TemplateRow | null, written: string | undefined) {
  const [texts, setTexts] = useState({ before: '', now: written ?? '' })
  // Another version of the row is the same template, whose text is being written here.
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
