import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { atLeast, role } from '#common/roles.ts'
import { workspaceNameLength, workspaceNameProblem } from '#common/workspaces/rules.ts'
import type { WorkspaceRow } from '#common/workspaces/schema.ts'
import { tables } from '../app/sync.ts'
import { PictureField } from '../files/PictureField.tsx'
import { useTranslation } from '../locales/i18n.ts'
import { workspaceRoleAtom } from '../permissions/may.ts'
import { TopBar } from '../shell/TopBar.tsx'
import { WorkspaceLogo } from '../shell/WorkspaceLogo.tsx'
import { workspaceAtom } from '../shell/workspace.ts'
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { NoAccess } from '../ui/NoAccess.tsx'
import { logoOf, removeLogo, renameWorkspace } from './edit.ts'

/** `/{slug}/settings`: what the workspace is called, and its logo; for its admins. */
export function WorkspaceSettings() {
  const { t } = useTranslation()
  const { id } = useAtomValue(workspaceAtom)
  const workspace = useAtomValue(tables.workspaces.rowAtom(id ?? ''))
  const held = useAtomValue(workspaceRoleAtom)
  if (workspace === undefined || held === null) return null
  return (
    <>
      <TopBar
        title={t('workspaces.settings')}
        crumbs={<Breadcrumbs crumbs={[{ key: 'workspace', label: t('workspaces.settings') }]} />}
      />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        {atLeast(held, role.admin) ? (
          <div className="mx-auto flex w-full max-w-150 flex-col gap-6 px-5 py-10">
            <Logo workspace={workspace} />
            <NameForm key={workspace.name} workspace={workspace} />
          </div>
        ) : (
          <NoAccess title={t('workspaces.settingsForAdmins')} />
        )}
      </div>
    </>
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
      destination={logoOf(workspace)}
      onRemove={() => void removeLogo(workspace)}
    >
      {(preview) => <WorkspaceLogo logo={preview ?? workspace.logo_url} size={64} />}
    </PictureField>
  )
}

function NameForm({ workspace }: { workspace: WorkspaceRow }) {
  const { t } = useTranslation()
  const [name, setName] = useState(workspace.name)
  const problem = workspaceNameProblem(name)
  const isChanged = name.trim() !== workspace.name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem === null && isChanged) void renameWorkspace(workspace, name.trim())
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label={t('workspaces.name')} error={problem && t(`workspaces.nameProblem.${problem}`)}>
        <Input
          size="lg"
          autoComplete="off"
          maxLength={workspaceNameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      {isChanged && (
        <Button type="submit" variant="primary" className="self-start">
          {t('workspaces.save')}
        </Button>
      )}
    </form>
  )
}
