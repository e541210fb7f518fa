import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { maxStateNameLength } from '#common/work/states/rules.ts'
import type { StateGroup, StateRow } from '#common/work/states/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom, useProjectActor } from '../../platform/person/roles.ts'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { CountLabel } from '../../platform/ui/CountLabel.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { swatches } from '../../platform/ui/swatches.ts'
import { useWarnIfUnsaved } from '../../platform/ui/unsaved.ts'
import { addState, editableStateGroups, stateReordering } from './actions.ts'
import { statesAtom } from './atoms.ts'
import { DeleteState } from './DeleteState.tsx'
import { StateLine } from './StateLine.tsx'

/**
 * The settings screen `/{slug}/settings/projects/{id}/states`. Members can see the states, and admins can edit
 * them.
 */
export function States() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const ownRole = useAtomValue(projectRoleAtom(projectId))
  return (
    <ProjectSettings
      tab="states"
      refusal={
        hasRoleAtLeast(ownRole, role.member) ? null : (
          <NoAccessState title={t('projectSettings.forMembers')} text={t('projectSettings.forMembersText')} />
        )
      }
    >
      {(project) => <Groups project={project} />}
    </ProjectSettings>
  )
}

function Groups({ project }: { project: Project }) {
  const { t } = useTranslation()
  const rows = useAtomValue(statesAtom(project.id))
  const canChange = hasRoleAtLeast(useProjectActor(project.id).role, role.admin)
  const [deleted, setDeleted] = useState<StateRow | null>(null)

  return (
    <SettingsSection
      title={t('projectSettings.states')}
      text={t(canChange ? 'states.intro' : 'states.forAdmins')}
    >
      <SortableList
        as="fieldset"
        order={canChange && stateReordering}
        focus="[data-name] button"
        aria-label={t('states.title')}
        className="flex min-w-0 flex-col gap-6"
      >
        {editableStateGroups.map((group) => (
          <Group
            key={group}
            project={project}
            group={group}
            rows={rows.filter((row) => row.group === group)}
            canChange={canChange}
            onDelete={setDeleted}
          />
        ))}
      </SortableList>
      {deleted && <DeleteState row={deleted} onClose={() => setDeleted(null)} />}
    </SettingsSection>
  )
}

interface GroupProps {
  project: Project
  group: StateGroup
  rows: readonly StateRow[]
  canChange: boolean
  onDelete: (row: StateRow) => void
}

function Group({ project, group, rows, canChange, onDelete }: GroupProps) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const name = t(`states.groups.${group}`)
  return (
    <section aria-label={name}>
      <SortableRow as="header" row={group} fixed className="flex h-9 items-center gap-2 coarse:h-11">
        <StateIcon group={group} />
        <h3 className="font-strong">{name}</h3>
        <CountLabel value={rows.length} />
        {canChange && (
          <span className="ms-auto">
            <IconButton
              size="sm"
              label={t('states.addTo', { group: name })}
              icon={<Plus />}
              onClick={() => setAdding(true)}
            />
          </span>
        )}
      </SortableRow>
      <ul aria-label={name} className="flex flex-col">
        {rows.map((row) => (
          <StateLine key={row.id} row={row} canChange={canChange} onDelete={() => onDelete(row)} />
        ))}
      </ul>
      {rows.length === 0 && !adding && (
        <p className="rounded-lg border border-dashed border-line px-3 py-2.5 text-sm text-faint">
          {t(canChange ? 'states.noneHere' : 'states.none')}
        </p>
      )}
      {adding && <AddState project={project} group={group} onClose={() => setAdding(false)} />}
    </section>
  )
}

function AddState({ project, group, onClose }: { project: Project; group: StateGroup; onClose: () => void }) {
  const { t } = useTranslation()
  const all = useAtomValue(statesAtom(project.id))
  const [name, setName] = useState('')
  const typed = name.trim()
  useWarnIfUnsaved(typed !== '')
  const isTaken = all.some((row) => row.name === typed)
  return (
    <form
      className="mt-2 flex items-center gap-2"
      onKeyDown={(event) => pressedKey(event) === 'Escape' && onClose()}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed === '' || isTaken) return
        void addState(project, group, typed, swatches[all.length % swatches.length] ?? '#60646c')
        setName('')
      }}
    >
      <Input
        // The field takes the focus when it appears, because the user opened it with the add button.
        ref={(field) => field?.focus()}
        aria-label={t('states.newName')}
        placeholder={t('states.newName')}
        autoComplete="off"
        maxLength={maxStateNameLength}
        invalid={isTaken}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={typed === '' || isTaken}>
        {t('states.add')}
      </Button>
      <Button onClick={onClose}>{t('ui.done')}</Button>
      {isTaken && (
        <span role="status" className="sr-only">
          {t('states.problems.taken')}
        </span>
      )}
    </form>
  )
}
