/** The maximum number of drafts of one person in a workspace. */
export const draftsLimit = 500

/** The maximum number of characters of HTML. */
export const draftTextLength = 1_000_000

/** The number of characters of the description that are copied to the row. */
export const draftPreviewLength = 200
