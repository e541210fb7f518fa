import { type Call, type CallerRequirement, minimumRole } from '#common/platform/call.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { creatorColumns, projectRowParams } from './world/parts.ts'
import { listPathParams } from './world/path-params.ts'
import type { PersonRoles, TestPerson } from './world/side.ts'

export type ExpectedResult = 'open' | 401 | 403 | 404

export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/**
 * Returns the result that the server must give to this person, according to the declaration of the call:
 * `open` if the call is allowed, otherwise the HTTP status of the error. `owns` is true if the person created
 * the row that the call addresses.
 */
export function expectedResultForPerson(call: Call, standing: PersonRoles, owns: boolean): ExpectedResult {
  const { who } = call
  if (who === 'anyone') return 'open'
  if (!standing.is_signed_in) return 401
  if (who === 'signed-in') return 'open'
  if (who === 'instance-admin') return standing.is_instance_admin ? 'open' : 403
  return verdictInWorkspace(call, who, standing, owns)
}

function verdictInWorkspace(call: Call, who: Declared, standing: PersonRoles, owns: boolean): ExpectedResult {
  if (standing.workspace === null) return 404
  if (isInsideProject(call) && standing.project === null) return 404
  // `isEnough` is true if the person's role allows the call for rows of other people. For rows that the
  // person created, the lower role `minimumRole` is enough.
  const isEnough = hasRoleAtLeast(heldFor(who, standing), role[leastOf(who)])
  if (!hasRoleAtLeast(heldFor(who, standing), role[minimumRole(who)])) return 403
  const isGuest = standing.workspace === role.guest
  const { hiddenFrom, isHiddenEvenOwn } = findCreatorColumn(call) ?? {}
  if (isHiddenEvenOwn && isGuest) return 404
  if (owns && isAllowedForOwner(who)) return 'open'
  if (hiddenFrom === 'everybody' || (hiddenFrom === 'guests' && isGuest)) return 404
  return isEnough && !who.onlyOwn ? 'open' : 403
}

const closedToTokens = new Set([
  'auth',
  'account',
  'api-tokens',
  'calendar-feeds',
  'instance',
  'service-accounts',
])

/**
 * Returns the result that the server must give to an API token of the workspace admin: `open`, or the HTTP
 * status of the error. The admin has every role, so only the scope of the token and the area of the call can
 * cause a refusal.
 */
export function expectedResultForToken(call: Call, standing: PersonRoles, scope: TokenScope): ExpectedResult {
  const isClosed = closedToTokens.has(call.area) || call.who === 'instance-admin'
  if (isClosed || (scope === 'read' && call.method !== 'GET')) return 403
  return expectedResultForPerson(call, standing, false)
}

export function resultFromStatus(status: number): ExpectedResult | 'failed' {
  if (status === 401 || status === 403 || status === 404) return status
  return status < 500 ? 'open' : 'failed'
}

/**
 * Returns a key that is equal for all calls with the same permission rules. The server checks the permissions of these
 * calls with the same code, so the tests try only one of them with every person.
 */
export function permissionClassOfCall(call: Call): string {
  const { hiddenFrom, isHiddenEvenOwn } = findCreatorColumn(call) ?? {}
  return JSON.stringify({
    who: call.who,
    reads: call.method === 'GET',
    inside: isInsideProject(call),
    hiddenFrom,
    isHiddenEvenOwn,
  })
}

/**
 * Returns the people next to the boundary between allowed and refused: the person with the lowest role that
 * is allowed, the person with the highest role that is refused, a visitor without a session, and a person
 * from another workspace.
 */
export function peopleAtPermissionBoundary(
  people: TestPerson[],
  verdict: (person: TestPerson) => ExpectedResult,
): Set<TestPerson> {
  const { true: may = [], false: mayNot = [] } = Object.groupBy(people, (each) =>
    String(verdict(each) === 'open'),
  )
  const stranger = mayNot.find((each) => !each.is_signed_in)
  const foreigner = mayNot.find((each) => each.is_signed_in && each.workspace === null)
  return new Set([stranger, foreigner, mayNot.at(-1), may[0]].filter((each) => each !== undefined))
}

/**
 * Returns the scopes next to the boundary between allowed and refused: the weakest scope that is allowed, and
 * the strongest scope that is refused.
 */
export function scopesAtPermissionBoundary(call: Call, standing: PersonRoles): TokenScope[] {
  if (call.method === 'GET')
    return [expectedResultForToken(call, standing, 'read') === 'open' ? 'read' : 'write']
  return expectedResultForToken(call, standing, 'write') === 'open' ? ['read', 'write'] : ['write']
}

type Declared = Exclude<CallerRequirement, string>

function heldFor(who: Declared, standing: PersonRoles) {
  return 'project' in who ? standing.project : standing.workspace
}

function leastOf(who: Declared) {
  return 'project' in who ? who.project : who.workspace
}

export function isAllowedForOwner(who: CallerRequirement): boolean {
  return typeof who === 'object' && (who.orOwn !== undefined || who.onlyOwn === true)
}

export function isAllowedForOwnerWithAnyRole(who: CallerRequirement): boolean {
  return typeof who === 'object' && who.orOwn === true
}

export function isOpenToGuests(who: CallerRequirement): boolean {
  return typeof who === 'object' && leastOf(who) === 'guest'
}

function isInsideProject(call: Call): boolean {
  return listPathParams(call).some(({ place }) => projectRowParams.has(place))
}

export function findCreatorColumn(call: Call) {
  return listPathParams(call)
    .map(({ place }) => creatorColumns[place])
    .findLast((row) => row !== undefined)
}
