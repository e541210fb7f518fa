/**
 * Maximum HTML characters of a comment by a user outside the project. Members of the project may write longer
 * comments.
 */
export const publicCommentLength = 10_000

/** Number of comments per response. */
export const publicCommentsPageSize = 50

/**
 * Kinds of feedback that users outside the project can give on a public board. Each kind is off until an
 * admin enables it.
 */
export const boardSwitches = ['is_comments_enabled', 'is_reactions_enabled', 'is_votes_enabled'] as const
export type BoardSwitch = (typeof boardSwitches)[number]

/** Groupings that anonymous visitors can use. Groupings by people, cycles and modules are excluded. */
export const publicBoardGroupKeys = ['state_id', 'state__group', 'priority', 'labels__id'] as const
export type PublicGroup = (typeof publicBoardGroupKeys)[number]
