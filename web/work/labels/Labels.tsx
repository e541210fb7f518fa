import { useAtomValue } from 'jotai'
import { Plus, Tag } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { maxLabelNameLength } from '#common/work/labels/rules.ts'
import type { LabelRow } from '#common/work/labels/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom, useProjectActor } from '../../platform/person/roles.ts'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import type { SortableRowMoves } from '../../platform/ui/sortable.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import { labelsAtom } from './atoms.ts'
import { DeleteLabel } from './DeleteLabel.tsx'
import { LabelLine } from './LabelLine.tsx'
import { MergeLabel } from './MergeLabel.tsx'
import {
  addLabel,
  canNestLabelBelow,
  labelReordering,
  labelsWithParent,
  nestLabel,
  unnestLabel,
} from './settings.ts'

/**
 * The settings screen `/{slug}/settings/projects/{id}/labels`. Members can see the labels, and admins can
 * edit them.
 */
export function Labels() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const ownRole = useAtomValue(projectRoleAtom(projectId))
  return (
    <ProjectSettings
      tab="labels"
      refusal={
        hasRoleAtLeast(ownRole, role.member) ? null : (
          <NoAccessState title={t('projectSettings.forMembers')} text={t('projectSettings.forMembersText')} />
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
  const canChange = hasRoleAtLeast(useProjectActor(project.id).role, role.admin)
  const [asking, setAsking] = useState<Asking | null>(null)
  const top = rows.filter((row) => row.parent === null)
  const shown = top.flatMap((row) => [row, ...rows.filter((one) => one.parent === row.id)])

  return (
    <SettingsSection
      title={t('projectSettings.labels')}
      text={t(canChange ? 'labels.intro' : 'labels.forAdmins')}
    >
      {canChange && <AddLabel project={project} rows={rows} />}
      {rows.length === 0 ? (
        <EmptyState icon={<Tag />} title={t('labels.emptyTitle')} text={t('labels.emptyText')} />
      ) : (
        <SortableList
          order={canChange && order}
          focus="[data-name] button"
          aria-label={t('labels.title')}
          className="flex flex-col"
        >
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
        </SortableList>
      )}
      {asking?.what === 'merge' && <MergeLabel row={asking.row} onClose={() => setAsking(null)} />}
      {asking?.what === 'delete' && <DeleteLabel row={asking.row} onClose={() => setAsking(null)} />}
    </SettingsSection>
  )
}

const find = (id: string) => tables.labels.get(id)

const order: SortableRowMoves = {
  ...labelReordering,
  canMoveBeside(id, near) {
    const parent = find(near)?.parent ?? null
    return parent === null || canNestLabelBelow(find(id), find(parent))
  },
  canNest: (id, parent) => canNestLabelBelow(find(id), find(parent)),
  nest(id, parent) {
    const row = find(id)
    if (row) void nestLabel(row, parent)
  },
  indent(id, by) {
    const row = find(id)
    if (row === undefined) return
    if (by === -1) return void unnestLabel(row)
    const beside = labelsWithParent(row.project_id, null)
    const above = beside[beside.findIndex((one) => one.id === id) - 1]
    if (above && labelsWithParent(row.project_id, id).length === 0) void nestLabel(row, above.id)
  },
}

function AddLabel({ project, rows }: { project: Project; rows: readonly LabelRow[] }) {
  const { t } = useTranslation()
  const element = useRef<HTMLFormElement>(null)
  const [search, setSearch] = useSearchParams()
  const isRequested = search.has('new')
  useEffect(() => {
    if (!isRequested) return
    element.current?.querySelector('input')?.focus()
    setSearch({}, { replace: true })
  }, [isRequested, setSearch])
  const form = useForm({
    saved: { name: '' },
    warnsOnLeave: true,
    showsAtOnce: true,
    check: ({ name }) => ({
      name: rows.some((row) => row.name === name.trim()) && t('labels.problems.taken'),
    }),
    send: ({ name }) => {
      if (name.trim() === '') return
      void addLabel(project, name.trim())
      form.reset()
    },
  })
  return (
    <form ref={element} className="flex items-start gap-2" onSubmit={form.submit}>
      <Field className="flex-1" label={t('labels.newName')} hideLabel error={form.problem('name')}>
        <Input
          placeholder={t('labels.newName')}
          autoComplete="off"
          maxLength={maxLabelNameLength}
          {...form.text('name')}
        />
      </Field>
      <Button type="submit" icon={<Plus />} disabled={!form.isChanged || form.problem('name') !== undefined}>
        {t('labels.add')}
      </Button>
    </form>
  )
}
