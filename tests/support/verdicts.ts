import { type Call, type CallAudience, minimumRole } from '#common/platform/call.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { insideProject, madeRows } from './world/parts.ts'
import { paramsOf } from './world/places.ts'
import type { Person, Standing } from './world/side.ts'

export type Verdict = 'open' | 401 | 403 | 404

export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/**
 * Returns the verdict that follows from the declaration of the call. `owns` means that the addressed row
 * belongs to the caller.
 */
export function verdictFor(call: Call, standing: Standing, owns: boolean): Verdict {
  const { who } = call
  if (who === 'anyone') return 'open'
  if (!standing.is_signed_in) return 401
  if (who === 'signed-in') return 'open'
  if (who === 'instance-admin') return standing.is_instance_admin ? 'open' : 403
  return verdictInWorkspace(call, who, standing, owns)
}

function verdictInWorkspace(call: Call, who: Declared, standing: Standing, owns: boolean): Verdict {
  if (standing.workspace === null) return 404
  if (isInsideProject(call) && standing.project === null) return 404
  // Some calls for owners require a role too.
  const isEnough = hasRoleAtLeast(heldFor(who, standing), role[leastOf(who)])
  if (!hasRoleAtLeast(heldFor(who, standing), role[minimumRole(who)])) return 403
  const isGuest = standing.workspace === role.guest
  const { hiddenFrom, isHiddenEvenOwn } = madeRowOf(call) ?? {}
  if (isHiddenEvenOwn && isGuest) return 404
  if (owns && ownerMay(who)) return 'open'
  if (hiddenFrom === 'everybody' || (hiddenFrom === 'guests' && isGuest)) return 404
  return isEnough && !who.onlyOwn ? 'open' : 403
}

const closedToTokens = new Set(['auth', 'account', 'api-tokens', 'instance'])

/** Returns the verdict for a token of a person who has every permission in the workspace. */
export function verdictForToken(call: Call, standing: Standing, scope: TokenScope): Verdict {
  const isClosed = closedToTokens.has(call.area) || call.who === 'instance-admin'
  if (isClosed || (scope === 'read' && call.method !== 'GET')) return 403
  return verdictFor(call, standing, false)
}

export function verdictOf(status: number): Verdict | 'failed' {
  if (status === 401 || status === 403 || status === 404) return status
  return status < 500 ? 'open' : 'failed'
}

/**
 * Returns the class of a call. The same code of the server decides all calls of one class, so one call per
 * class proves the decision for every kind of person.
 */
export function classOf(call: Call): string {
  const { hiddenFrom, isHiddenEvenOwn } = madeRowOf(call) ?? {}
  return JSON.stringify({
    who: call.who,
    reads: call.method === 'GET',
    inside: isInsideProject(call),
    hiddenFrom,
    isHiddenEvenOwn,
  })
}

/**
 * Returns the people at the boundary of the permission: the weakest person who is allowed, the strongest who
 * is refused, and two strangers (one without a session, one from another workspace).
 */
export function boundaryOf(people: Person[], verdict: (person: Person) => Verdict): Set<Person> {
  const { true: may = [], false: mayNot = [] } = Object.groupBy(people, (each) =>
    String(verdict(each) === 'open'),
  )
  const stranger = mayNot.find((each) => !each.is_signed_in)
  const foreigner = mayNot.find((each) => each.is_signed_in && each.workspace === null)
  return new Set([stranger, foreigner, mayNot.at(-1), may[0]].filter((each) => each !== undefined))
}

/** Returns the weakest token that is allowed and the strongest that is refused. */
export function boundaryScope(call: Call, standing: Standing): TokenScope[] {
  if (call.method === 'GET') return [verdictForToken(call, standing, 'read') === 'open' ? 'read' : 'write']
  return verdictForToken(call, standing, 'write') === 'open' ? ['read', 'write'] : ['write']
}

type Declared = Exclude<CallAudience, string>

function heldFor(who: Declared, standing: Standing) {
  return 'project' in who ? standing.project : standing.workspace
}

function leastOf(who: Declared) {
  return 'project' in who ? who.project : who.workspace
}

export function ownerMay(who: CallAudience): boolean {
  return typeof who === 'object' && (who.orOwn !== undefined || who.onlyOwn === true)
}

export function mayWithLess(who: CallAudience): boolean {
  return typeof who === 'object' && who.orOwn === true
}

export function isOpenToGuests(who: CallAudience): boolean {
  return typeof who === 'object' && leastOf(who) === 'guest'
}

function isInsideProject(call: Call): boolean {
  return paramsOf(call).some(({ place }) => insideProject.has(place))
}

export function madeRowOf(call: Call) {
  return paramsOf(call)
    .map(({ place }) => madeRows[place])
    .findLast((row) => row !== undefined)
}
