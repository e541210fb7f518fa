/** Maximum number of service accounts of a workspace, because longer lists are hard to manage. */
export const serviceAccountsLimit = 50
/** Maximum number of API tokens of a service account. */
export const serviceTokensLimit = 20
/** Maximum number of projects that one request can assign to a service account. */
export const serviceProjectsLimit = 500
