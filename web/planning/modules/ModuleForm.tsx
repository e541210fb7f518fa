import { useAtomValue } from 'jotai'
import { UserRound, UsersRound } from 'lucide-react'
import { useId } from 'react'
import { maxModuleDays, moduleDaysProblem } from '#common/planning/modules/rules.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { listNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { type Form, useForm } from '../../platform/ui/use-form.ts'
import { modulesAtom } from '../../work/cycles-modules-epics/modules.ts'
import {
  CycleOrModuleDateField,
  CycleOrModuleDateFields,
} from '../cycles-and-modules/CycleOrModuleDateFields.tsx'
import {
  CycleOrModuleDescriptionField,
  CycleOrModuleForm,
  CycleOrModuleFormDialog,
  type CycleOrModuleFormFieldsProps,
} from '../cycles-and-modules/CycleOrModuleForm.tsx'
import { createModule, editModule, type ModuleFields } from './actions.ts'
import { useModulePeopleOptions, useModuleStatusOptions } from './options.tsx'

/** The dialog for creating or editing a module. */
export function ModuleForm() {
  return <CycleOrModuleFormDialog table="modules" rowAtom={tables.modules.rowAtom} Form={ModuleFormDialog} />
}

const emptyFields: ModuleFields = {
  name: '',
  description: '',
  status: 'planned',
  start_date: null,
  target_date: null,
  lead_id: null,
  member_ids: [],
}

function ModuleFormDialog({ projectId, existing, onClose }: CycleOrModuleFormFieldsProps<ModuleRow>) {
  const { t } = useTranslation()
  const others = useAtomValue(modulesAtom(projectId))
  const form: Form<ModuleFields> = useForm<ModuleFields>({
    saved: () => (existing === null ? emptyFields : fieldsOf(existing)),
    check: ({ name }) => ({
      name: name.trim() === '' ? t('modules.problems.name') : taken,
      start_date: problem,
    }),
    send: (submitted) => {
      const named = { ...submitted, name: submitted.name.trim() }
      void (existing === null ? createModule(projectId, named) : editModule(existing, named))
      onClose()
    },
  })
  const { values: fields, set } = form
  const name = fields.name.trim()
  const isTaken = others.some((other) => other.id !== existing?.id && other.name === name)
  const taken = isTaken ? t('modules.problems.taken') : undefined
  const daysProblem = moduleDaysProblem(fields.start_date, fields.target_date)

  const problem = daysProblem && t(`modules.problems.${daysProblem}`, { most: maxModuleDays })

  return (
    <CycleOrModuleForm
      table="modules"
      isNew={existing === null}
      name={form.text('name')}
      nameProblem={taken ?? form.problem('name')}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <CycleOrModuleDescriptionField table="modules" text={form.text('description')} />
      <Field label={t('modules.statusLabel')}>
        <Select
          value={fields.status}
          onChange={(status) => set({ status })}
          options={useModuleStatusOptions()}
        />
      </Field>
      <People projectId={projectId} fields={fields} onChange={set} />
      <Days fields={fields} onChange={set} problem={problem} />
    </CycleOrModuleForm>
  )
}

interface PartProps {
  fields: ModuleFields
  onChange: (change: Partial<ModuleFields>) => void
}

function People({ projectId, fields, onChange }: PartProps & { projectId: string }) {
  const { t } = useTranslation()
  const options = useModulePeopleOptions(projectId)
  const nameOf = (id: string) => displayNameOf(tables.users.get(id)) ?? ''
  const members = listNames(fields.member_ids.map(nameOf))
  const lead = fields.lead_id === null ? t('modules.noLead') : nameOf(fields.lead_id)
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="flex min-w-0 flex-col gap-1.5">
        <span className="text-sm font-medium text-soft">{t('modules.lead')}</span>
        <Picker
          label={t('modules.lead')}
          value={fields.lead_id}
          onChange={(lead_id) => onChange({ lead_id })}
          noneLabel={t('modules.noLead')}
          emptyText={t('modules.noSuchPerson')}
          options={options}
          trigger={
            <Button className="justify-start" icon={<UserRound />}>
              <span className="truncate">{lead}</span>
            </Button>
          }
        />
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <span className="text-sm font-medium text-soft">{t('modules.members')}</span>
        <Picker
          multiple
          label={t('modules.members')}
          value={fields.member_ids}
          onChange={(member_ids) => onChange({ member_ids })}
          emptyText={t('modules.noSuchPerson')}
          options={options}
          trigger={
            <Button className="justify-start" icon={<UsersRound />}>
              <span className="truncate">{members || t('modules.noMembers')}</span>
            </Button>
          }
        />
      </div>
    </div>
  )
}

function Days({ fields, onChange, problem }: PartProps & { problem: string | null }) {
  const { t } = useTranslation()
  const note = useId()
  const days = { note, today: useAtomValue(todayAtom), isInvalid: problem !== null }
  const { start_date, target_date } = fields
  return (
    <CycleOrModuleDateFields note={note} hint={t('modules.datesHint')} problem={problem}>
      <CycleOrModuleDateField
        {...days}
        label={t('modules.start')}
        value={start_date}
        max={target_date}
        onChange={(day) => onChange({ start_date: day })}
      />
      <CycleOrModuleDateField
        {...days}
        label={t('modules.target')}
        value={target_date}
        min={start_date}
        onChange={(day) => onChange({ target_date: day })}
      />
    </CycleOrModuleDateFields>
  )
}

function fieldsOf(row: ModuleRow): ModuleFields {
  const { name, description, status, start_date, target_date, lead_id, member_ids } = row
  return { name, description, status, start_date, target_date, lead_id, member_ids }
}
