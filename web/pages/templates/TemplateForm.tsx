import { useAtomValue } from 'jotai'
import type { TemplateRow } from '#common/pages/templates/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { commonItemFields, emptyFieldValues, pickDefinedFields } from '#common/work/work-items/fields.ts'
import { maxWorkItemNameLength } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { DetailPropertyButton } from '../../work/detail/DetailPropertyButton.tsx'
import { SubItemFields } from '../../work/detail/SubItemFields.tsx'
import { settablePropertiesAtom } from '../../work/listing/properties/enabled-properties.ts'
import { withoutReactKeys, withReactKeys } from '../../work/work-items/sub-item-draft.ts'
import {
  emptyTemplate,
  type TemplateDialog,
  type TemplateFields,
  templateDialogAtom,
} from '../../work/work-items/templates.ts'
import { DayOffsetSelect } from './DayOffsetSelect.tsx'
import { PageTemplateForm } from './PageTemplateForm.tsx'
import { TemplateDescriptionEditor } from './TemplateDescriptionEditor.tsx'
import { useTemplateForm } from './use-template-form.ts'

/** Dialog to create or edit a template. */
export function TemplateForm() {
  const dialogState = useAtomValue(templateDialogAtom)
  const row = useAtomValue(tables.work_item_templates.rowAtom(dialogState?.id ?? ''))
  if (dialogState === null || (dialogState.id !== null && row === undefined)) return null
  const Kind = (row?.kind ?? dialogState.kind) === 'page' ? PageTemplateForm : ItemTemplateForm
  return <Kind key={dialogState.id ?? ''} dialogState={dialogState} existing={row ?? null} />
}

type FormValues = Omit<TemplateFields, 'sub_items'> & { sub_items: SubItem[] }
type SubItem = TemplateFields['sub_items'][number] & { key: string }

function ItemTemplateForm({
  dialogState,
  existing,
}: {
  dialogState: TemplateDialog
  existing: TemplateRow | null
}) {
  const { t } = useTranslation()
  // Only page templates exist in the workspace itself, so an item template always has a project.
  const projectId = dialogState.project_id ?? ''
  const { written, set, nameProblem, text, dialog } = useTemplateForm<FormValues>({
    dialogState,
    existing,
    kind: 'work_item',
    toFormValues,
    toFields,
    toStoredFields,
  })
  const pickedProperties = useAtomValue(settablePropertiesAtom(projectId))

  return (
    <FormDialog {...dialog}>
      <div className="flex flex-col gap-3">
        <Field label={t('templates.name')} error={nameProblem}>
          <Input
            autoFocus
            value={written.name}
            maxLength={maxWorkItemNameLength}
            placeholder={t('templates.namePlaceholder')}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label={t('templates.itemTitle')}>
          <Input
            value={written.title}
            maxLength={maxWorkItemNameLength}
            placeholder={t('templates.itemTitlePlaceholder')}
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <div className="max-h-[32dvh] min-h-24 overflow-y-auto px-0.5">
          <TemplateDescriptionEditor
            text={text}
            projectId={projectId}
            label={t('workItems.description')}
            placeholder={t('templates.descriptionPlaceholder')}
          />
        </div>
        <div className="flex flex-wrap gap-1.5">
          {pickedProperties.map((property) => (
            <DetailPropertyButton
              key={property.name}
              property={property}
              projectId={projectId}
              values={pickDefinedFields(commonItemFields, written)}
              onChange={set}
            />
          ))}
          <DayOffsetSelect
            of="start"
            value={written.start_in_days}
            onChange={(start_in_days) => set({ start_in_days })}
          />
          <DayOffsetSelect
            of="due"
            value={written.due_in_days}
            onChange={(due_in_days) => set({ due_in_days })}
          />
        </div>
        <SubItemFields
          projectId={projectId}
          items={written.sub_items}
          empty={emptySubItem}
          onChange={(sub_items) => set({ sub_items })}
          more={({ due_in_days }, setPart) => (
            <DayOffsetSelect
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

function toFormValues(fields: TemplateFields): FormValues {
  return { ...pickDefinedFields(emptyTemplate, fields), sub_items: withReactKeys(fields.sub_items) }
}

function toFields(written: FormValues): TemplateFields {
  return { ...written, sub_items: withoutReactKeys(written.sub_items) }
}

/** Returns the fields to store. Sub-items without a title are left out. */
function toStoredFields(written: FormValues): TemplateFields {
  return {
    ...written,
    sub_items: toFields(written)
      .sub_items.map((one) => ({ ...one, name: one.name.trim() }))
      .filter((one) => one.name !== ''),
  }
}

function emptySubItem(): SubItem {
  return { key: newId(), name: '', ...emptyFieldValues(commonItemFields), due_in_days: null }
}
