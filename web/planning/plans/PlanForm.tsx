import { type Atom, useAtom, useAtomValue } from 'jotai'
import type { ComponentType, ReactNode } from 'react'
import { maxPlanNameLength } from '#common/planning/plans/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import type { TextFieldProps } from '../../platform/ui/use-form.ts'
import { planDialogAtoms } from './actions.ts'
import type { PlanTable } from './plan-type.ts'

export interface PlanFormFieldsProps<Row> {
  projectId: string
  /** Null while a cycle or module is being created. */
  existing: Row | null
  onClose: () => void
}

interface PlanFormDialogProps<Row> {
  table: PlanTable
  rowAtom: (id: string) => Atom<Row | undefined>
  Form: ComponentType<PlanFormFieldsProps<Row>>
}

/** Renders the form for a cycle or module while its dialog is open. */
export function PlanFormDialog<Row>({ table, rowAtom, Form }: PlanFormDialogProps<Row>) {
  const [dialog, setDialog] = useAtom(planDialogAtoms[table])
  const row = useAtomValue(rowAtom(dialog?.id ?? ''))
  if (dialog === null || (dialog.id !== null && row === undefined)) return null
  return (
    <Form
      key={dialog.id ?? ''}
      projectId={dialog.project_id}
      existing={row ?? null}
      onClose={() => setDialog(null)}
    />
  )
}

interface PlanFormProps {
  table: PlanTable
  isNew: boolean
  name: TextFieldProps
  nameProblem: string | undefined
  /** The label of the submit button. The default is "create" or "save". */
  submitLabel?: string | undefined
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** The dialog of a form for a cycle or module. Its first field is the name. */
export function PlanForm(props: PlanFormProps) {
  const { table, isNew, submitLabel, onClose } = props
  const { t } = useTranslation()
  return (
    <FormDialog
      title={t(isNew ? `${table}.new` : `${table}.edit`)}
      initialFocus={props.name.ref}
      onSubmit={props.onSubmit}
      submit={submitLabel ?? t(isNew ? `${table}.create` : `${table}.save`)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t(`${table}.name`)} error={props.nameProblem}>
          <Input
            autoComplete="off"
            maxLength={maxPlanNameLength}
            placeholder={t(`${table}.namePlaceholder`)}
            {...props.name}
          />
        </Field>
        {props.children}
      </div>
    </FormDialog>
  )
}

interface PlanDescriptionFieldProps {
  table: PlanTable
  text: TextFieldProps
}

export function PlanDescriptionField({ table, text }: PlanDescriptionFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t(`${table}.description`)} optional>
      <Textarea rows={3} placeholder={t(`${table}.descriptionPlaceholder`)} {...text} />
    </Field>
  )
}
