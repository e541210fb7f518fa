import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { maxWorkspaceNameLength, workspaceNameProblem } from '#common/organization/workspaces/rules.ts'
import type { WorkspaceRow } from '#common/organization/workspaces/schema.ts'
import { listNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request, tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { meAtom } from '../../platform/person/session.ts'
import { TimezonePicker } from '../../platform/person/TimezonePicker.tsx'
import { WorkspaceLogo } from '../../platform/shell/WorkspaceLogo.tsx'
import { workspaceAtom } from '../../platform/shell/workspace.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import { PictureField } from '../../platform/uploads/PictureField.tsx'
import { workspaceMembersAtom } from './atoms.ts'
import { DeleteWorkspace } from './DeleteWorkspace.tsx'
import {
  changeWorkspace,
  removeWorkspaceLogo,
  renameWorkspace,
  setTwoFactorRequired,
  workspaceLogoDestination,
} from './edit.ts'
import { OrganizationSizeSelect } from './OrganizationSizeSelect.tsx'
import { WorkspaceSettingsScreen } from './WorkspaceSettingsScreen.tsx'

/** Screen `/{slug}/settings` with the workspace's name, logo, size, time zone and deletion, for its admins. */
export function WorkspaceSettings() {
  const { t } = useTranslation()
  const { id } = useAtomValue(workspaceAtom)
  const workspace = useAtomValue(tables.workspaces.rowAtom(id ?? ''))
  if (workspace === undefined) return null
  return (
    <WorkspaceSettingsScreen>
      <SettingsSection title={t('workspaces.general')}>
        <Logo workspace={workspace} />
        <NameForm key={workspace.name} workspace={workspace} />
        <Field label={t('workspaces.size')}>
          <OrganizationSizeSelect
            value={workspace.organization_size}
            onChange={(organization_size) => void changeWorkspace(workspace, { organization_size })}
          />
        </Field>
        <Field label={t('onboarding.timezone')} hint={t('workspaces.timezoneHint')}>
          <TimezonePicker
            value={workspace.timezone}
            onChange={(timezone) => void changeWorkspace(workspace, { timezone })}
          />
        </Field>
        <FactorSwitch workspace={workspace} />
      </SettingsSection>
      <DeleteWorkspace workspace={workspace} />
    </WorkspaceSettingsScreen>
  )
}

function Logo({ workspace }: { workspace: WorkspaceRow }) {
  const { t } = useTranslation()
  return (
    <PictureField
      label={t('workspaces.logo')}
      title={
        <span className="truncate text-lg font-strong" dir="auto">
          {workspace.name}
        </span>
      }
      hasPicture={workspace.logo_url !== null}
      destination={workspaceLogoDestination(workspace)}
      onRemove={() => void removeWorkspaceLogo(workspace)}
    >
      {(preview) => <WorkspaceLogo logo={preview ?? workspace.logo_url} size={64} />}
    </PictureField>
  )
}

/**
 * The switch that requires two-factor authentication of all members. A change applies immediately, also to
 * members who are connected.
 */
function FactorSwitch({ workspace }: { workspace: WorkspaceRow }) {
  const { t } = useTranslation()
  const me = useAtomValue(meAtom)
  const people = useAtomValue(workspaceMembersAtom)
  const [without, setWithout] = useState<string[] | null>(null)

  async function choose(wanted: boolean) {
    if (!wanted) return setTwoFactorRequired(workspace, false)
    try {
      const answer = await request('listWithoutSecondFactor', { params: { slug: workspace.slug } })
      // The response also contains people of the sample data. They cannot sign in, so the filter removes
      // them.
      const member_ids = answer.member_ids.filter((id) => people.some(({ member_id }) => member_id === id))
      // If nobody is affected, no confirmation is needed. If the admin has no two-factor authentication, the
      // server rejects the change and explains why.
      if (member_ids.length === 0 || member_ids.includes(me?.id ?? ''))
        return await setTwoFactorRequired(workspace, true)
      setWithout(member_ids)
    } catch {
      toast.error(t('workspaces.factorUnread'))
    }
  }

  return (
    <>
      <Switch
        checked={workspace.requires_second_factor}
        onChange={(wanted) => void choose(wanted)}
        hint={t('workspaces.factorHint')}
      >
        {t('workspaces.factor')}
      </Switch>
      {without !== null && (
        <AlertDialog
          open
          onOpenChange={(open) => !open && setWithout(null)}
          title={t('workspaces.factorAsk')}
          text={t('workspaces.factorWithout', { count: without.length, names: namesOf(without) })}
          confirmLabel={t('workspaces.factorConfirm')}
          onConfirm={() => setTwoFactorRequired(workspace, true)}
        />
      )}
    </>
  )
}

/** Lists the first few names, so that the admin can inform these members first. */
function namesOf(ids: string[]): string {
  const names = ids.slice(0, 5).map((id) => displayNameOf(tables.users.get(id)) ?? '')
  return listNames([...names.filter((name) => name !== ''), ...(ids.length > 5 ? ['…'] : [])])
}

function NameForm({ workspace }: { workspace: WorkspaceRow }) {
  const { t } = useTranslation()
  const form = useForm({
    saved: { name: workspace.name },
    warnsOnLeave: true,
    showsAtOnce: true,
    check: ({ name }) => {
      const problem = workspaceNameProblem(name)
      return { name: problem && t(`workspaces.nameProblem.${problem}`) }
    },
    send: ({ name }) => {
      if (name.trim() !== workspace.name) void renameWorkspace(workspace, name.trim())
    },
  })
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <Field label={t('workspaces.name')} error={form.problem('name')}>
        <Input size="lg" autoComplete="off" maxLength={maxWorkspaceNameLength} {...form.text('name')} />
      </Field>
      {form.isChanged && (
        <Button type="submit" variant="primary" className="self-start">
          {t('workspaces.save')}
        </Button>
      )}
    </form>
  )
}
