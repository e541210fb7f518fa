/** Maximum number of drafts of one user in a workspace. */
export const draftsLimit = 500

/** Number of drafts per page. */
export const draftsPageSize = 50

/** Maximum number of characters of HTML in a draft. */
export const maxDraftTextLength = 1_000_000

/** Number of characters of the description that are copied to the row of the draft. */
export const draftPreviewLength = 200
