import { workItemNameProblem } from '#common/work/work-items/rules.ts'
import type { DetailPropertyDefinition } from './property-detail.ts'
import { cellTextOfString, rejectCellText } from './text.ts'

/** The title has no `Cell`, because the spreadsheet has a separate component for the title column. */
export const titleDetail: DetailPropertyDefinition = {
  column: { width: 0 },
  text: (row) => cellTextOfString(row.name),
  parse: (given) => {
    const problem = workItemNameProblem(given.text)
    return problem === null ? { patch: { name: given.text } } : rejectCellText(problem, given)
  },
}
