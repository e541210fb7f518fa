import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { TemplateRow } from '#common/pages/templates/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { emptyOf, ownFields, picked } from '#common/work/work-items/fields.ts'
import { workItemNameLength, workItemNameProblem } from '#common/work/work-items/rules.ts'
import { DraftEditor } from '../../documents/editor/DraftEditor.tsx'
import { comingPicturesAtom } from '../../documents/files/pictures.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { DetailPropertyButton } from '../../work/detail/DetailPropertyButton.tsx'
import { SubItemFields } from '../../work/detail/SubItemFields.tsx'
import { pickedAtom } from '../../work/listing/properties/switched.ts'
import { isAlike, withKeys, withoutKeys } from '../../work/work-items/sub-item-draft.ts'
import {
  createTemplate,
  emptyTemplate,
  openTemplate,
  type TemplateDialog,
  type TemplateFields,
  templateDialogAtom,
  updateTemplate,
} from '../../work/work-items/templates.ts'
import { DaysChoice } from './DaysChoice.tsx'
import { PageTemplateForm } from './PageTemplateForm.tsx'
import { useTemplateText } from './use-template-text.ts'

/** The dialog in which a template is written: a new one, or one that there is. */
export function TemplateForm() {
  const asked = useAtomValue(templateDialogAtom)
  const row = useAtomValue(tables.work_item_templates.rowAtom(asked?.id ?? ''))
  if (asked === null || (asked.id !== null && row === undefined)) return null
  const Kind = (row?.kind ?? asked.kind) === 'page' ? PageTemplateForm : Form
  return <Kind key={asked.id ?? ''} asked={asked} begun={row ?? null} />
}

type Written = Omit<TemplateFields, 'sub_items'> & { sub_items: SubItem[] }
type SubItem = TemplateFields['sub_items'][number] & { key: string }

function Form({ asked, begun }: { asked: TemplateDialog; begun: TemplateRow | null }) {
  const { t } = useTranslation()
  // Those of the workspace itself are of pages.
  const projectId = asked.project_id ?? ''
  const close = useSetAtom(templateDialogAtom)
  // What was there as it was opened: what others change meanwhile is not taken back by saving.
  const [before] = useState(() => writtenOf(begun ?? emptyTemplate))
  const [written, setWritten] = useState(() => (asked.written ? writtenOf(asked.written.fields) : before))
  const [tried, setTried] = useState(false)
  const { text, before: textBefore, setText, status, retry } = useTemplateText(begun, asked.written?.text)
  const set = (fields: Partial<Written>) => setWritten((now) => ({ ...now, ...fields }))
  const pickedProperties = useAtomValue(pickedAtom(projectId))
  const problem = workItemNameProblem(written.name)
  const isReady = useAtomValue(comingPicturesAtom) === 0 && status === 'ready'

  /** What was written is not lost by one key. */
  function leave(): void {
    close(null)
    if (status !== 'ready' || (isAlike(written, before) && text === textBefore)) return
    const again = { ...asked, written: { fields: bare(written), text } }
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
    if (begun === null) return void createTemplate(projectId, fields, text)
    const changed = Object.entries(fields).filter(
      ([name, value]) => !isAlike(value, before[name as keyof Written]),
    )
    const isTextNew = text !== textBefore
    if (changed.length > 0 || isTextNew)
      void updateTemplate(
        begun,
        Object.fromEntries(changed),
        isTextNew ? { before: textBefore, now: text } : undefined,
      )
  }

  return (
    <FormDialog
      title={t(begun === null ? 'templates.new' : 'templates.edit')}
      size="lg"
      keepsText
      onSubmit={submit}
      submit={t(begun === null ? 'templates.create' : 'templates.save')}
      disabled={!isReady}
      onClose={leave}
    >
      <div className="flex flex-col gap-3">
        <Field
          label={t('templates.name')}
          error={tried && problem ? t(`templates.nameProblem.${problem}`) : undefined}
        >
          <Input
            autoFocus
            value={written.name}
            maxLength={workItemNameLength}
            placeholder={t('templates.namePlaceholder')}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label={t('templates.itemTitle')}>
          <Input
            value={written.title}
            maxLength={workItemNameLength}
            placeholder={t('templates.itemTitlePlaceholder')}
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <div className="max-h-[32dvh] min-h-24 overflow-y-auto px-0.5">
          {status === 'loading' && <Skeleton className="mt-2 w-3/5" />}
          {(status === 'error' || status === 'no_access') && <LoadError compact onRetry={retry} />}
          {status === 'ready' && (
            <DraftEditor
              html={text}
              projectId={projectId}
              pictures="TEMPLATE_DESCRIPTION"
              label={t('workItems.description')}
              placeholder={t('templates.descriptionPlaceholder')}
              onChange={setText}
            />
          )}
        </div>
        <div className="flex flex-wrap gap-1.5">
          {pickedProperties.map((property) => (
            <DetailPropertyButton
              key={property.name}
              property={property}
              projectId={projectId}
              values={picked(ownFields, written)}
              onChange={set}
            />
          ))}
          <DaysChoice
            of="start"
            value={written.start_in_days}
            onChange={(start_in_days) => set({ start_in_days })}
          />
          <DaysChoice of="due" value={written.due_in_days} onChange={(due_in_days) => set({ due_in_days })} />
        </div>
        <SubItemFields
          projectId={projectId}
          items={written.sub_items}
          empty={emptyPart}
          onChange={(sub_items) => set({ sub_items })}
          more={({ due_in_days }, setPart) => (
            <DaysChoice
              isSmall
              of="due"
              value={due_in_days}
              onChange={(days) => setPart({ due_in_days: days })}
            />
          )}
        />
      </div>
    </FormDialog>
  )
}

function writtenOf(fields: TemplateFields): Written {
  return { ...picked(emptyTemplate, fields), sub_items: withKeys(fields.sub_items) }
}

function bare(written: Written): TemplateFields {
  return { ...written, sub_items: withoutKeys(written.sub_items) }
}

/** Lines without a title say nothing. */
function fieldsOf(written: Written): TemplateFields {
  return {
    ...written,
    sub_items: bare(written)
      .sub_items.map((one) => ({ ...one, name: one.name.trim() }))
      .filter((one) => one.name !== ''),
  }
}

function emptyPart(): SubItem {
  return { key: newId(), name: '', ...emptyOf(ownFields), due_in_days: null }
}
