/** Maximum HTML characters of a comment by an outsider. Members of the project may write more. */
export const publicCommentLength = 10_000

/** The number of comments per response. */
export const publicCommentsPage = 50

/** Feedback that outsiders can give on a public board. Each switch is off until an admin enables it. */
export const boardSwitches = ['is_comments_enabled', 'is_reactions_enabled', 'is_votes_enabled'] as const
export type BoardSwitch = (typeof boardSwitches)[number]

/** Groupings for anonymous readers. They exclude people, cycles and modules. */
export const publicGroups = ['state_id', 'state__group', 'priority', 'labels__id'] as const
export type PublicGroup = (typeof publicGroups)[number]
