import type { WorkItemRow } from '#common/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import { currentSlug } from '../../shell/workspace.ts'
import type { LocalChange } from '../../sync/apply-change.ts'
import { mutate } from '../../sync/mutate.ts'
import { tables } from '../../sync/tables.ts'
import { remember } from '../../sync/undo.ts'
import { toast } from '../../ui/toast.ts'
import { derived, inverse, updateWorkItem, type WorkItemPatch } from '../actions.ts'
import { canEditManyNow, canEditNow } from '../may.ts'
import type { Known, Problem } from './cell-values.ts'
import { currentReading, knownIn } from './names.ts'
import { planned, type Writing } from './plan.ts'

interface Patched {
  row: WorkItemRow
  patch: WorkItemPatch
}

/** Writes many cells as one change that one Undo takes back, and says what could not be written. */
export async function writeCells(
  writings: readonly Writing[],
  outside: readonly Problem[] = [],
): Promise<void> {
  const inProject = new Map<string, Known>()
  const { patches, problems } = planned(writings, {
    knownIn: (id) => {
      const known = inProject.get(id) ?? knownIn(id)
      inProject.set(id, known)
      return known
    },
    canEdit: canEditNow,
    reading: currentReading(),
  })
  const skipped = wordsFor([...problems, ...outside])
  const patched = patchedRows(patches)
  const [first] = patched
  if (first === undefined) {
    if (skipped !== undefined) toast.error(t('spreadsheet.nothingChanged'), { text: skipped })
    return
  }
  const message = (count: number) =>
    [t('spreadsheet.changed', { count }), skipped].filter((part) => part !== undefined).join('. ')
  if (patched.length === 1) return updateWorkItem(first.row.id, first.patch, skipped && message(1))
  const before = new Map(patched.map(({ row, patch }) => [row.id, inverse(row, patch)]))
  const accepted = await setItems(patched)
  if (accepted.length === 0) return
  remember({
    message: message(accepted.length),
    undo: () => setItems(patchedRows(new Map(accepted.map(({ id }) => [id, before.get(id) ?? {}])))),
  })
}

/** Of the items that are still there. */
function patchedRows(patches: ReadonlyMap<string, WorkItemPatch>): Patched[] {
  return [...patches].flatMap(([id, patch]) => {
    const row = tables.work_items.get(id)
    return row === undefined ? [] : [{ row, patch }]
  })
}

/** One request a project, since calls stay within one. Answers the rows that were accepted. */
async function setItems(patched: readonly Patched[]): Promise<WorkItemRow[]> {
  const byProject = [...Map.groupBy(patched, ({ row }) => row.project_id)]
  const batches = byProject.flatMap(([id, items]) =>
    canEditManyNow(id) ? [items] : items.map((item) => [item]),
  )
  const accepted = await Promise.all(
    batches.map(async (batch) => ((await send(batch)) ? batch.map(({ row }) => row) : [])),
  )
  return accepted.flat()
}

async function send(batch: readonly Patched[]): Promise<boolean> {
  const [first] = batch
  if (first === undefined) return true
  const slug = currentSlug()
  const { id, project_id } = first.row
  const changes = batch.map(
    ({ row, patch }): LocalChange => ({
      entity: 'work_items',
      id: row.id,
      op: 'update',
      fields: { ...patch, ...derived(row, patch) },
    }),
  )
  const answer =
    batch.length === 1
      ? await mutate({
          call: 'updateWorkItem',
          input: { params: { slug, project_id, id }, body: first.patch },
          changes,
          answers: 'work_items',
        })
      : await mutate({
          call: 'setWorkItems',
          input: {
            params: { slug, project_id },
            body: { updates: batch.map(({ row, patch }) => ({ ...patch, id: row.id })) },
          },
          changes,
        })
  return answer !== null
}

function wordsFor(problems: readonly Problem[]): string | undefined {
  const [first] = problems
  if (first === undefined) return
  const project = tables.projects.get(first.project_id)?.name ?? ''
  const reason = t(`spreadsheet.problems.${first.code}`, { text: first.text, project })
  return t('spreadsheet.skipped', { count: problems.length, reason })
}
