import { useAtomValue } from 'jotai'
import { Folders } from 'lucide-react'
import { maxPersonNameLength } from '#common/identity/users/rules.ts'
import { defaultCallBudget, maxCallBudget } from '#common/identity/users/service-accounts.ts'
import type { ServiceAccount } from '#common/organization/service-accounts/schema.ts'
import { type Role, role } from '#common/platform/roles.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { formatNumber } from '../../locales/formats.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import { workspaceMembersAtom } from '../workspaces/atoms.ts'
import { RoleSelect } from '../workspaces/RoleSelect.tsx'
import type { ServiceAccountChange, ServiceAccountValues } from './use-service-accounts.ts'

interface ServiceAccountFormProps {
  /** Null for a new account. */
  account: ServiceAccount | null
  /** Called instead of `onClose` once the account is created. */
  onCreate: (values: ServiceAccountValues) => Promise<void>
  onUpdate: (id: string, values: ServiceAccountChange) => Promise<void>
  onClose: () => void
}

type ServiceRole = NonNullable<ServiceAccountValues['role']>

/** Creates a service account, or changes its name, role, owner and projects. */
export function ServiceAccountForm({ account, onCreate, onUpdate, onClose }: ServiceAccountFormProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const admins = useAtomValue(workspaceMembersAtom).filter((person) => person.role === role.admin)
  const form = useForm({
    saved: () => ({
      name: displayNameOf(account) ?? '',
      wanted: (account?.role ?? role.member) as ServiceRole,
      owner_id: account?.owner_id ?? '',
      perMinute: String((account ?? defaultCallBudget).calls_per_minute),
      perDay: String((account ?? defaultCallBudget).calls_per_day),
      roles: new Map(account?.projects.map((one) => [one.project_id, one.role])),
    }),
    check: ({ perMinute, perDay }) => ({
      perMinute: budgetProblem(perMinute, maxCallBudget.calls_per_minute),
      perDay: budgetProblem(perDay, maxCallBudget.calls_per_day),
    }),
    send: async ({ name, wanted, owner_id, roles, perMinute, perDay }) => {
      const display_name = name.trim()
      if (display_name === '') return { name: t('apiTokens.nameMissing') }
      const typed = {
        display_name,
        role: wanted,
        calls_per_minute: Number(perMinute),
        calls_per_day: Number(perDay),
        projects: [...roles].map(([project_id, held]) => ({ project_id, role: asServiceRole(held) })),
      }
      if (account === null) return onCreate(typed)
      await onUpdate(account.id, changedValues(account, { ...typed, owner_id }))
      onClose()
    },
    explain: (error) => ({ name: errorMessage(error) }),
  })
  const { wanted, owner_id, roles } = form.values
  const isFormer = !admins.some(({ member_id }) => member_id === owner_id)
  return (
    <FormDialog
      title={
        account === null
          ? t('serviceAccounts.new')
          : t('serviceAccounts.editTitle', { name: displayNameOf(account) })
      }
      size="sm"
      submit={account === null ? t('serviceAccounts.make') : t('teamspaces.save')}
      onSubmit={form.submit}
      loading={form.sending}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('apiTokens.name')} error={form.problem('name')}>
          <Input
            autoFocus
            size="lg"
            maxLength={maxPersonNameLength}
            placeholder={t('serviceAccounts.namePlaceholder')}
            {...form.text('name')}
          />
        </Field>
        <Field label={t('roles.label')}>
          <RoleSelect
            size="lg"
            label={t('roles.label')}
            value={wanted}
            allowed={isServiceRole}
            onChange={(next) => form.set({ wanted: asServiceRole(next) })}
          />
        </Field>
        <ProjectRoles
          roles={roles}
          isGuest={wanted === role.guest}
          onChange={(next) => form.set({ roles: next })}
        />
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('audit.fields.calls_per_minute')} error={form.problem('perMinute')}>
            <Input size="lg" inputMode="numeric" maxLength={8} {...form.text('perMinute')} />
          </Field>
          <Field label={t('audit.fields.calls_per_day')} error={form.problem('perDay')}>
            <Input size="lg" inputMode="numeric" maxLength={8} {...form.text('perDay')} />
          </Field>
        </div>
        {account !== null && (
          <Field label={t('audit.fields.owner')}>
            <Select
              size="lg"
              value={owner_id}
              onChange={(next) => form.set({ owner_id: next })}
              options={[
                ...(isFormer ? [{ value: owner_id, label: t('audit.values.none') }] : []),
                ...admins.map(({ member_id, name }) => ({ value: member_id, label: name })),
              ]}
            />
          </Field>
        )}
      </div>
    </FormDialog>
  )
}

/** Returns only the changed values, because another admin may have changed the others while the form was open. */
function changedValues(
  account: ServiceAccount,
  { projects, ...typed }: ServiceAccountValues & { owner_id: string },
): ServiceAccountChange {
  const changed = Object.entries(typed).filter(
    ([name, value]) => account[name as keyof typeof typed] !== value,
  )
  const before = new Map(account.projects.map((one) => [one.project_id, one.role]))
  const isSame =
    projects?.length === before.size && projects.every((one) => before.get(one.project_id) === one.role)
  return { ...(Object.fromEntries(changed) as Partial<typeof typed>), ...(!isSame && { projects }) }
}

/** Returns the error message for a budget that is not a whole number from 1 to `max`, or null. */
function budgetProblem(typed: string, max: number): string | null {
  const isValid = /^\d+$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= max
  return isValid ? null : t('serviceAccounts.budgetProblem', { max: formatNumber(max) })
}

function isServiceRole(one: Role): one is ServiceRole {
  return one < role.admin
}

function asServiceRole(one: Role): ServiceRole {
  return isServiceRole(one) ? one : role.member
}

interface ProjectRolesProps {
  /** The role of the account in each of its projects, by project id. */
  roles: ReadonlyMap<string, Role>
  /** True for a guest of the workspace, who is a guest of every project. */
  isGuest: boolean
  onChange: (roles: Map<string, Role>) => void
}

function ProjectRoles({ roles, isGuest, onChange }: ProjectRolesProps) {
  const { t } = useTranslation()
  const projects = useAtomValue(tables.projects.allAtom).filter(({ archived_at }) => archived_at === null)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-soft text-sm">{t('teamspaces.projects')}</span>
        <Picker
          multiple
          label={t('teamspaces.projects')}
          value={[...roles.keys()]}
          onChange={(ids) => onChange(new Map(ids.map((id) => [id, roles.get(id) ?? role.member])))}
          emptyText={t('teamspaces.noSuchProject')}
          options={projects.map(({ id, name, logo_props }) => ({
            value: id,
            label: name,
            icon: <ProjectLogo logo={logo_props} name={name} />,
          }))}
          trigger={
            <Button size="lg" icon={<Folders />} className="w-full justify-start">
              {roles.size === 0
                ? t('teamspaces.chooseProjects')
                : t('teamspaces.projectCount', { count: roles.size })}
            </Button>
          }
        />
        {roles.size === 0 && (
          <p role="status" className="text-pretty text-sm text-warn">
            {t('serviceAccounts.needsProject')}
          </p>
        )}
      </div>
      {!isGuest && (
        <ul className="flex flex-col gap-1" aria-label={t('teamspaces.projects')}>
          {projects
            .filter(({ id }) => roles.has(id))
            .map(({ id, name }) => (
              <li key={id} className="flex items-center gap-3">
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <RoleSelect
                  className="w-28"
                  label={t('roles.of', { name })}
                  value={roles.get(id) ?? role.member}
                  allowed={isServiceRole}
                  onChange={(next) => onChange(new Map(roles).set(id, next))}
                />
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}
