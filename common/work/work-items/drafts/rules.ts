/** Of one person in a workspace. */
export const draftsLimit = 500

/** Characters of HTML: a text that is still being begun, kept whole as it is. */
export const draftTextLength = 1_000_000

/** Characters of its text that the row of a draft carries. */
export const draftPreviewLength = 200
