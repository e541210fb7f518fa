import { workItemNameProblem } from '#common/work/work-items/rules.ts'
import type { PropertyDetail } from './property-detail.ts'
import { cellTextOfString, rejectCellText } from './text.ts'

/** The title column has no cell here, because the spreadsheet has its own component for it. */
export const titleDetail: PropertyDetail = {
  column: { width: 0 },
  text: (row) => cellTextOfString(row.name),
  parse: (given) => {
    const problem = workItemNameProblem(given.text)
    return problem === null ? { patch: { name: given.text } } : rejectCellText(problem, given)
  },
}
