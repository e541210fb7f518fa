import type { ItemImportProblem } from '#common/sharing/item-imports/rules.ts'

/** Thrown if the file cannot be imported at all. */
export class UnreadableSource extends Error {
  readonly problem: ItemImportProblem

  constructor(problem: ItemImportProblem) {
    super(problem)
    this.problem = problem
  }
}
