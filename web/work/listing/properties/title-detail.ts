import { workItemNameProblem } from '#common/work/work-items/rules.ts'
import type { PropertyDetail } from './property-detail.ts'
import { plainText, refusedCellText } from './text.ts'

/** The title column has no cell here, because the spreadsheet has its own component for it. */
export const titleDetail: PropertyDetail = {
  column: { width: 0 },
  text: (row) => plainText(row.name),
  parse: (given) => {
    const problem = workItemNameProblem(given.text)
    return problem === null ? { patch: { name: given.text } } : refusedCellText(problem, given)
  },
}
