import { useAtomValue } from 'jotai'
import { Plus, Tag } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { atLeast, role } from '#common/platform/roles.ts'
import { labelNameLength } from '#common/work/labels/rules.ts'
import type { LabelRow } from '#common/work/labels/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom, useActor } from '../../platform/person/may.ts'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { NoAccess } from '../../platform/ui/NoAccess.tsx'
import { useUnsaved } from '../../platform/ui/unsaved.ts'
import { labelsAtom } from './atoms.ts'
import { DeleteLabel } from './DeleteLabel.tsx'
import { LabelLine } from './LabelLine.tsx'
import { MergeLabel } from './MergeLabel.tsx'
import { addLabel, nestLabel, siblingsOf, stepLabel, unnestLabel } from './settings.ts'

/** `/{slug}/settings/projects/{id}/labels`: members read it, admins change it. */
export function Labels() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const held = useAtomValue(projectRoleAtom(projectId))
  return (
    <ProjectSettings
      tab="labels"
      refusal={
        atLeast(held, role.member) ? null : (
          <NoAccess title={t('projectSettings.forMembers')} text={t('projectSettings.forMembersText')} />
        )
      }
    >
      {(project) => <Tree project={project} />}
    </ProjectSettings>
  )
}

type Asking = { what: 'merge' | 'delete'; row: LabelRow }

function Tree({ project }: { project: Project }) {
  const { t } = useTranslation()
  const rows = useAtomValue(labelsAtom(project.id))
  const canChange = atLeast(useActor(project.id).role, role.admin)
  const [asking, setAsking] = useState<Asking | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const top = rows.filter((row) => row.parent === null)
  const shown = top.flatMap((row) => [row, ...rows.filter((one) => one.parent === row.id)])

  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event
    const line =
      target instanceof Element && !(target instanceof HTMLTextAreaElement) && target.closest('[data-label]')
    const at = shown.findIndex((row) => line && row.id === line.getAttribute('data-label'))
    const row = shown[at]
    const wanted = row && deed(event, row, shown[at + 1], shown[at - 1], canChange)
    if (!wanted) return
    event.preventDefault()
    // The row may have moved in the page.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-label="${wanted}"] [data-name] button`)?.focus(),
    )
  }

  return (
    <>
      <p className="text-pretty text-soft">{t(canChange ? 'labels.intro' : 'labels.forAdmins')}</p>
      {canChange && <AddLabel project={project} rows={rows} />}
      {rows.length === 0 ? (
        <EmptyState icon={<Tag />} title={t('labels.emptyTitle')} text={t('labels.emptyText')} />
      ) : (
        <ul ref={list} aria-label={t('labels.title')} onKeyDown={onKeyDown} className="flex flex-col">
          {shown.map((row) => (
            <LabelLine
              key={row.id}
              row={row}
              rows={rows}
              canChange={canChange}
              onMerge={() => setAsking({ what: 'merge', row })}
              onDelete={() => setAsking({ what: 'delete', row })}
            />
          ))}
        </ul>
      )}
      {asking?.what === 'merge' && <MergeLabel row={asking.row} onClose={() => setAsking(null)} />}
      {asking?.what === 'delete' && <DeleteLabel row={asking.row} onClose={() => setAsking(null)} />}
    </>
  )
}

/** Arrows go from row to row; with Alt they move one, and to the right it goes below the one before. Answers which has the focus then. */
function deed(
  { key, altKey }: KeyboardEvent,
  row: LabelRow,
  next: LabelRow | undefined,
  previous: LabelRow | undefined,
  canChange: boolean,
): string | undefined {
  const by = ({ ArrowDown: 1, ArrowUp: -1 } as const)[key as 'ArrowUp' | 'ArrowDown']
  if (!altKey) return { ArrowDown: next?.id, ArrowUp: previous?.id }[key]
  if (!canChange) return
  if (by !== undefined) void stepLabel(row, by)
  else if (key === 'ArrowLeft') void unnestLabel(row)
  else if (key === 'ArrowRight') {
    const beside = siblingsOf(row.project_id, null)
    const parent = beside[beside.findIndex((one) => one.id === row.id) - 1]
    if (parent && siblingsOf(row.project_id, row.id).length === 0) void nestLabel(row, parent)
  } else return
  return row.id
}

function AddLabel({ project, rows }: { project: Project; rows: readonly LabelRow[] }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const typed = name.trim()
  useUnsaved(typed !== '')
  const isTaken = rows.some((row) => row.name === typed)
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed === '' || isTaken) return
        void addLabel(project, typed)
        setName('')
      }}
    >
      <Field
        className="flex-1"
        label={t('labels.newName')}
        hideLabel
        error={isTaken ? t('labels.problems.taken') : undefined}
      >
        <Input
          placeholder={t('labels.newName')}
          autoComplete="off"
          maxLength={labelNameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" icon={<Plus />} disabled={typed === '' || isTaken}>
        {t('labels.add')}
      </Button>
    </form>
  )
}
