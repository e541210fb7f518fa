/**
 * Maximum HTML characters of a comment by a user outside the project. Members of the project may write longer
 * comments.
 */
export const maxPublicCommentLength = 10_000

/** Number of comments per response. */
export const publicCommentsPageSize = 50

/**
 * Kinds of feedback that users outside the project can give on a public board. Each kind is off until an
 * admin enables it.
 */
export const boardFeedbackSettings = [
  'is_comments_enabled',
  'is_reactions_enabled',
  'is_votes_enabled',
  'is_intake_enabled',
] as const
export type BoardFeedbackSetting = (typeof boardFeedbackSettings)[number]

/** Groupings that anonymous visitors can use. Groupings by people, cycles and modules are excluded. */
export const publicBoardGroupKeys = ['state_id', 'state__group', 'priority', 'labels__id'] as const
/**
 * The layouts of a board, all switched off. Boards that were stored earlier may lack the last three layouts.
 */
export const disabledBoardLayouts = {
  list: false,
  kanban: false,
  calendar: false,
  gantt: false,
  spreadsheet: false,
}

/** Properties by which visitors can group, sort and filter the items of a published project. */
export const publicBoardGroupings = [
  ...publicBoardGroupKeys,
  'assignees__id',
  'cycle_id',
  'issue_module__module_id',
  'start_date',
  'target_date',
] as const
const arrangedBy = [
  'sort_order',
  'created_at',
  'updated_at',
  'start_date',
  'target_date',
  'priority',
  'state__name',
  'state__group',
] as const
export const publicBoardOrders = [...arrangedBy, ...arrangedBy.map((name) => `-${name}` as const)]

/**
 * Properties that the board of a view does not show, because it shows neither people nor cycles and modules.
 */
const withheldByViews: readonly string[] = [
  'assignees__id',
  'cycle_id',
  'issue_module__module_id',
  'assignees',
  'cycle',
  'module',
]

/** Returns whether visitors of the board of a view can group or filter by the property. */
export function isPropertyPublicOnViewBoard(property: string): boolean {
  return !withheldByViews.includes(property)
}

export const publicBoardFilters = [
  'state',
  'state_group',
  'priority',
  'labels',
  'assignees',
  'cycle',
  'module',
  'start_date',
  'target_date',
] as const

export type PublicBoardGroupKey = (typeof publicBoardGroupKeys)[number]
