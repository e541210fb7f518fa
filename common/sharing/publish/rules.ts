/** Characters of HTML that somebody outside may write at once; those who work in the project have more room. */
export const publicCommentLength = 10_000

/** Comments that one call answers. */
export const publicCommentsPage = 50

/** What people outside may do with what is published, besides reading it; each is off until an admin switches it on. */
export const boardSwitches = ['is_comments_enabled', 'is_reactions_enabled', 'is_votes_enabled'] as const
export type BoardSwitch = (typeof boardSwitches)[number]

/** By what strangers see items grouped: by nothing that tells of people or plans. */
export const publicGroups = ['state_id', 'state__group', 'priority', 'labels__id'] as const
export type PublicGroup = (typeof publicGroups)[number]
