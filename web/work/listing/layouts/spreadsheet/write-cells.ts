import { t } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { readCanBulkEditItems, readCanEditItem } from '../../../../platform/person/roles.ts'
import { toast } from '../../../../platform/ui/toast.ts'
import { updateEachItem } from '../../bulk/change-many.ts'
import type { ChoosableProjectValues } from '../../properties/text.ts'
import { choosableValuesOfProject, createCellTextParsers } from './cell-text-parsers.ts'
import type { PasteProblem } from './cell-values.ts'
import { type CellWrite, planCellWrites } from './plan-cell-writes.ts'

/**
 * Writes many cells as one change with one Undo. Reports the cells that could not be written, including those outside of the table.
 */
export async function writeCells(
  writings: readonly CellWrite[],
  outside: readonly PasteProblem[] = [],
): Promise<void> {
  const isOne = new Set(writings.map(({ row }) => row.id)).size === 1
  const inProject = new Map<string, ChoosableProjectValues>()
  const { patches, problems } = planCellWrites(writings, {
    knownIn: (id) => {
      const known = inProject.get(id) ?? choosableValuesOfProject(id)
      inProject.set(id, known)
      return known
    },
    canEdit: (row) => readCanEditItem(row) && (isOne || readCanBulkEditItems(row.project_id)),
    reading: createCellTextParsers(),
  })
  reportProblems([...problems, ...outside], patches.size > 0)
  await updateEachItem(patches.keys(), (row) => patches.get(row.id) ?? {})
}

function reportProblems(problems: readonly PasteProblem[], hasChanged: boolean): void {
  const [first] = problems
  if (first === undefined) return
  const project = tables.projects.get(first.project_id)?.name ?? ''
  const reason = t(`spreadsheet.problems.${first.code}`, { text: first.text, project })
  const message = t('spreadsheet.skipped', { count: problems.length, reason })
  if (hasChanged) toast.message(message)
  else toast.error(t('spreadsheet.nothingChanged'), { text: message })
}
