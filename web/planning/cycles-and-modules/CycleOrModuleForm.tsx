import { type Atom, useAtom, useAtomValue } from 'jotai'
import type { ComponentType, ReactNode } from 'react'
import { maxCycleOrModuleNameLength } from '#common/planning/cycles-and-modules/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import type { TextFieldProps } from '../../platform/ui/use-form.ts'
import { cycleOrModuleDialogAtoms } from './actions.ts'
import type { CycleOrModuleTable } from './definition.ts'

export interface CycleOrModuleFormFieldsProps<Row> {
  projectId: string
  /** The cycle or module to edit, or null while a new one is being created. */
  existing: Row | null
  onClose: () => void
}

interface CycleOrModuleFormDialogProps<Row> {
  table: CycleOrModuleTable
  rowAtom: (id: string) => Atom<Row | undefined>
  Form: ComponentType<CycleOrModuleFormFieldsProps<Row>>
}

/** Renders the form for a cycle or module while its dialog is open. */
export function CycleOrModuleFormDialog<Row>({ table, rowAtom, Form }: CycleOrModuleFormDialogProps<Row>) {
  const [dialog, setDialog] = useAtom(cycleOrModuleDialogAtoms[table])
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

interface CycleOrModuleFormProps {
  table: CycleOrModuleTable
  isNew: boolean
  name: TextFieldProps
  nameProblem: string | undefined
  /** The label of the submit button. The default is "create" or "save". */
  submitLabel?: string | undefined
  disabled?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** The dialog of a form for a cycle or module. Its first field is the name. */
export function CycleOrModuleForm(props: CycleOrModuleFormProps) {
  const { table, isNew, submitLabel, disabled = false, onClose } = props
  const { t } = useTranslation()
  return (
    <FormDialog
      title={t(isNew ? `${table}.new` : `${table}.edit`)}
      initialFocus={props.name.ref}
      onSubmit={props.onSubmit}
      disabled={disabled}
      submit={submitLabel ?? t(isNew ? `${table}.create` : `${table}.save`)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t(`${table}.name`)} error={props.nameProblem}>
          <Input
            autoComplete="off"
            maxLength={maxCycleOrModuleNameLength}
            placeholder={t(`${table}.namePlaceholder`)}
            {...props.name}
          />
        </Field>
        {props.children}
      </div>
    </FormDialog>
  )
}

interface CycleOrModuleDescriptionFieldProps {
  table: CycleOrModuleTable
  text: TextFieldProps
}

export function CycleOrModuleDescriptionField({ table, text }: CycleOrModuleDescriptionFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t(`${table}.description`)} optional>
      <Textarea rows={3} placeholder={t(`${table}.descriptionPlaceholder`)} {...text} />
    </Field>
  )
}
