import { useAtomValue } from 'jotai'
import { FolderKanban, UserRound, UsersRound } from 'lucide-react'
import type { ReactElement } from 'react'
import {
  maxTeamspaceDescriptionLength,
  maxTeamspaceNameLength,
} from '#common/organization/teamspaces/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import type { TeamspaceFields } from '../../organization/teamspaces/actions.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { LogoButton } from '../../platform/ui/LogoButton.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import { useMemberOptions, useProjectOptions } from './options.tsx'

interface TeamspaceFormProps {
  title: string
  submit: string
  startsWith: TeamspaceFields
  /** Saves the teamspace. Resolves with true if it was saved, and the form then closes. */
  onSubmit: (fields: TeamspaceFields) => Promise<boolean>
  onClose: () => void
}

/** Form for a new teamspace, or for the settings of an existing one. */
export function TeamspaceForm({ title, submit, startsWith, onSubmit, onClose }: TeamspaceFormProps) {
  const { t } = useTranslation()
  const form = useForm<TeamspaceFields>({
    saved: () => startsWith,
    check: ({ name }) => ({ name: name.trim() === '' && t('teamspaces.nameMissing') }),
    send: async (fields) => {
      if (await onSubmit({ ...fields, name: fields.name.trim() })) onClose()
    },
  })
  const { values, set } = form
  return (
    <FormDialog
      title={title}
      initialFocus={form.field('name')}
      onSubmit={form.submit}
      submit={submit}
      loading={form.sending}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-start gap-2.5">
          <LogoButton
            label={t('ui.logo.icon')}
            action={t('teamspaces.chooseIcon')}
            value={values.logo_props}
            onChange={(logo_props) => set({ logo_props })}
            name={values.name}
            fallback={<UsersRound />}
          />
          <Field className="flex-1" label={t('teamspaces.name')} error={form.problem('name')}>
            <Input
              size="lg"
              autoComplete="off"
              maxLength={maxTeamspaceNameLength}
              placeholder={t('teamspaces.namePlaceholder')}
              {...form.text('name')}
            />
          </Field>
        </div>
        <Field label={t('teamspaces.description')}>
          <Textarea rows={3} maxLength={maxTeamspaceDescriptionLength} {...form.text('description')} />
        </Field>
        <Choices fields={values} startsWith={startsWith} onChange={set} />
        <Switch
          hint={t('teamspaces.visibleHint')}
          checked={values.access === 1}
          onChange={(isPublic) => set({ access: isPublic ? 1 : 0 })}
        >
          {t('teamspaces.visible')}
        </Switch>
      </div>
    </FormDialog>
  )
}

interface ChoicesProps extends Pick<TeamspaceFormProps, 'startsWith'> {
  fields: TeamspaceFields
  onChange: (change: Partial<TeamspaceFields>) => void
}

function Choices({ fields, startsWith, onChange }: ChoicesProps) {
  const { t } = useTranslation()
  const people = useMemberOptions(startsWith.member_ids)
  const projects = useProjectOptions(startsWith.project_ids)
  const lead = useAtomValue(tables.users.rowAtom(fields.lead_id ?? ''))
  const { member_ids, project_ids } = fields
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Choice label={t('teamspaces.lead')}>
        <Picker
          label={t('teamspaces.lead')}
          value={fields.lead_id}
          onChange={(lead_id) =>
            onChange({
              lead_id,
              ...(lead_id !== null && { member_ids: [...new Set([...member_ids, lead_id])] }),
            })
          }
          noneLabel={t('teamspaces.noLead')}
          noneIcon={<UserRound />}
          emptyText={t('teamspaces.noSuchPerson')}
          options={people}
          trigger={
            <Button className="justify-start" icon={<UserRound />}>
              <span className="truncate">{displayNameOf(lead) ?? t('teamspaces.noLead')}</span>
            </Button>
          }
        />
      </Choice>
      <Choice label={t('teamspaces.members')}>
        <Picker
          multiple
          label={t('teamspaces.members')}
          value={member_ids}
          onChange={(chosen) =>
            onChange({
              member_ids: chosen,
              ...(fields.lead_id !== null && !chosen.includes(fields.lead_id) && { lead_id: null }),
            })
          }
          emptyText={t('teamspaces.noSuchPerson')}
          options={people}
          trigger={
            <Button className="justify-start" icon={<UsersRound />}>
              <span className="truncate">
                {member_ids.length === 0
                  ? t('teamspaces.chooseMembers')
                  : t('teamspaces.memberCount', { count: member_ids.length })}
              </span>
            </Button>
          }
        />
      </Choice>
      <Choice label={t('teamspaces.projects')}>
        <Picker
          multiple
          label={t('teamspaces.projects')}
          value={project_ids}
          onChange={(chosen) => onChange({ project_ids: chosen })}
          emptyText={t('teamspaces.noSuchProject')}
          options={projects}
          trigger={
            <Button className="justify-start" icon={<FolderKanban />}>
              <span className="truncate">
                {project_ids.length === 0
                  ? t('teamspaces.chooseProjects')
                  : t('teamspaces.projectCount', { count: project_ids.length })}
              </span>
            </Button>
          }
        />
      </Choice>
    </div>
  )
}

function Choice({ label, children }: { label: string; children: ReactElement }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="text-sm font-medium text-soft">{label}</span>
      {children}
    </div>
  )
}
