import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { atLeast, role } from '#common/platform/roles.ts'
import { stateGroups } from '#common/work/states/groups.ts'
import { stateNameLength } from '#common/work/states/rules.ts'
import type { StateGroup, StateRow } from '#common/work/states/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom, useActor } from '../../platform/person/may.ts'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Count } from '../../platform/ui/Count.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { NoAccess } from '../../platform/ui/NoAccess.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { swatches } from '../../platform/ui/swatches.ts'
import { useUnsaved } from '../../platform/ui/unsaved.ts'
import { orderDragClass, useOrderDrag } from '../../platform/ui/use-order-drag.ts'
import { addState, placeState, stepState } from './actions.ts'
import { statesAtom } from './atoms.ts'
import { DeleteState } from './DeleteState.tsx'
import { StateLine } from './StateLine.tsx'

/** Triage is intake's own. */
const groups = stateGroups.filter((group) => group !== 'triage')

/** `/{slug}/settings/projects/{id}/states`: what the items of a project go through; members read it, admins change it. */
export function States() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const held = useAtomValue(projectRoleAtom(projectId))
  return (
    <ProjectSettings
      tab="states"
      refusal={
        atLeast(held, role.member) ? null : (
          <NoAccess title={t('projectSettings.forMembers')} text={t('projectSettings.forMembersText')} />
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
  const canChange = atLeast(useActor(project.id).role, role.admin)
  const [deleted, setDeleted] = useState<StateRow | null>(null)
  const lists = useRef<HTMLFieldSetElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    const { key, altKey, target } = event
    const line =
      target instanceof Element && !(target instanceof HTMLTextAreaElement) && target.closest('[data-state]')
    const by = ({ ArrowDown: 1, ArrowUp: -1 } as const)[key as 'ArrowUp']
    if (!line || by === undefined || target instanceof HTMLInputElement) return
    const at = rows.findIndex((row) => row.id === line.getAttribute('data-state'))
    const row = rows[at]
    if (row === undefined) return
    event.preventDefault()
    if (altKey && canChange) void stepState(row, by, groups)
    const wanted = altKey ? row.id : rows[at + by]?.id
    // The row may have moved in the page.
    requestAnimationFrame(() =>
      lists.current?.querySelector<HTMLElement>(`[data-state="${wanted}"] [data-name] button`)?.focus(),
    )
  }

  return (
    <>
      <p className="text-pretty text-soft">{t(canChange ? 'states.intro' : 'states.forAdmins')}</p>
      <fieldset
        ref={lists}
        aria-label={t('states.title')}
        onKeyDown={onKeyDown}
        className="flex min-w-0 flex-col gap-6"
      >
        {groups.map((group) => (
          <Group
            key={group}
            project={project}
            group={group}
            rows={rows.filter((row) => row.group === group)}
            canChange={canChange}
            onDelete={setDeleted}
          />
        ))}
      </fieldset>
      {deleted && <DeleteState row={deleted} onClose={() => setDeleted(null)} />}
    </>
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
  const all = useAtomValue(statesAtom(project.id))
  const head = useRef<HTMLElement>(null)
  const [adding, setAdding] = useState(false)
  const name = t(`states.groups.${group}`)
  const moved = (id: string) => all.find((row) => row.id === id)
  const drag = useOrderDrag(head, {
    id: group,
    list: `states of ${project.id}`,
    enabled: canChange,
    isFixed: true,
    onDrop: (id) => {
      const row = moved(id)
      if (row) void placeState(row, group, 0)
    },
  })
  return (
    <section aria-label={name}>
      <header ref={head} className={cx('flex h-9 items-center gap-2 coarse:h-11', orderDragClass(drag))}>
        <StateIcon group={group} />
        <h2 className="font-strong">{name}</h2>
        <Count value={rows.length} />
        {canChange && (
          <span className="ml-auto">
            <IconButton
              size="sm"
              label={t('states.addTo', { group: name })}
              icon={<Plus />}
              onClick={() => setAdding(true)}
            />
          </span>
        )}
      </header>
      <ul aria-label={name} className="flex flex-col">
        {rows.map((row) => (
          <StateLine
            key={row.id}
            row={row}
            groups={groups}
            canChange={canChange}
            onDelete={() => onDelete(row)}
            onDropBeside={(id, edge) => {
              const other = moved(id)
              const others = rows.filter((one) => one.id !== id)
              const at = others.findIndex((one) => one.id === row.id)
              if (other) void placeState(other, group, edge === 'top' ? at : at + 1)
            }}
          />
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
  useUnsaved(typed !== '')
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
        // It was asked for by its button.
        ref={(field) => field?.focus()}
        aria-label={t('states.newName')}
        placeholder={t('states.newName')}
        autoComplete="off"
        maxLength={stateNameLength}
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
