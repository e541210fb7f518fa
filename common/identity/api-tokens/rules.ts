import type { Call } from '../../platform/call.ts'

export const tokenLabelLength = 255
export const tokenDescriptionLength = 1000
/** Of one person; more cannot be told apart. */
export const tokensLimit = 50
/** Of one token; a program that asks for more waits. */
export const tokenCallsPerMinute = 600
/** What every token begins with, so that whoever finds one, a scanner of secrets too, knows what it is. */
export const tokenPrefix = 'tandem_api_'

/** `write` reads as well. */
export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** What a token limits its person to. */
export interface TokenLimits {
  scope: TokenScope
  /** The one workspace that it is for; null for all that its person is in. */
  workspace_id: string | null
}

/** A token does what its person may, but neither signs in, nor changes passwords, nor makes tokens, nor runs the installation. */
const closedAreas = new Set(['auth', 'account', 'api-tokens', 'instance'])

/** Why a token may not be used for a call, whatever its person may; null when it may. */
export function tokenProblem(
  { area, method, who, path }: Pick<Call, 'area' | 'method' | 'who' | 'path'>,
  { scope, workspace_id }: TokenLimits,
): string | null {
  if (closedAreas.has(area) || who === 'instance-admin') return 'This call is not open to API tokens.'
  if (method !== 'GET' && scope === 'read') return 'This API token may only read.'
  if (workspace_id !== null && who !== 'anyone' && !path.includes('{slug}'))
    return 'This API token is for one workspace alone.'
  return null
}

/** Whether a token has to do with a workspace at all; what it has not is not found by it. */
export function isForWorkspace(token: TokenLimits | null, workspaceId: string): boolean {
  return token === null || token.workspace_id === null || token.workspace_id === workspaceId
}
