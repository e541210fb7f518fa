import type { Call } from '../../platform/call.ts'

export const maxTokenLabelLength = 255
export const maxTokenDescriptionLength = 1000
/** Maximum number of tokens per user, because longer lists are hard to manage. */
export const apiTokensLimit = 50
/** Maximum number of calls per token and minute. Further calls are rejected until the minute is over. */
export const tokenCallsPerMinute = 600
/** Prefix of every token, so that people and secret scanners recognize a token that has leaked. */
export const tokenPrefix = 'tandem_api_'

/** Permissions of a token. `write` includes `read`. */
export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Restrictions of a token. Without them, it has the permissions of its user. */
export interface ApiTokenLimits {
  scope: TokenScope
  /**
   * Id of the only workspace that the token can access. Null if the token can access all workspaces of its
   * user.
   */
  workspace_id: string | null
  /** True for a token of a service account. */
  is_service: boolean
}

/**
 * Areas that tokens cannot use. A token has the permissions of its user, but cannot sign in, change passwords, manage
 * tokens or administer this Tandem instance.
 */
const closedAreas = new Set([
  'auth',
  'account',
  'api-tokens',
  'calendar-feeds',
  'instance',
  'service-accounts',
])

/**
 * Returns the reason why the token cannot be used for a call, or null if it can. The permissions of the token's
 * user are checked elsewhere.
 */
export function apiTokenProblem(
  {
    area,
    method,
    who,
    path,
    forPeopleOnly,
  }: Pick<Call, 'area' | 'method' | 'who' | 'path' | 'forPeopleOnly'>,
  { scope, workspace_id, is_service }: ApiTokenLimits,
): string | null {
  if (closedAreas.has(area) || who === 'instance-admin') return 'This call can’t be used with API tokens.'
  if (is_service && forPeopleOnly) return 'Service accounts can’t make this call.'
  if (method !== 'GET' && scope === 'read') return 'This API token has read permission only.'
  if (workspace_id !== null && who !== 'anyone' && !path.includes('{slug}'))
    return 'This API token is limited to another workspace.'
  return null
}

/** Returns true when the token can access the workspace. Other workspaces are treated as not found. */
export function canTokenAccessWorkspace(token: ApiTokenLimits | null, workspaceId: string): boolean {
  return token === null || token.workspace_id === null || token.workspace_id === workspaceId
}
