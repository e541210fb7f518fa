import { atLeast, type Role, role } from '../../platform/roles.ts'

/** What becomes of what somebody has sent in, by the numbers of the wire. */
export const intakeStatus = { pending: -2, declined: -1, snoozed: 0, accepted: 1, duplicate: 2 } as const
export type IntakeStatusName = keyof typeof intakeStatus
export type IntakeStatus = (typeof intakeStatus)[IntakeStatusName]
export const intakeStatuses = Object.values(intakeStatus)

/** By which way it came; forms by link and mail have their place here already. */
export const intakeSources = ['IN_APP', 'FORMS', 'EMAIL'] as const

export const intakePageSize = 10

interface Actor {
  user_id: string
  role: Role | null
}

/** Everybody in the project may send something in, its guests too. */
export function canSubmit(actor: Pick<Actor, 'role'>): boolean {
  return actor.role !== null
}

/** What becomes of it is for the admins of the project to say. */
export function canTriage(actor: Pick<Actor, 'role'>): boolean {
  return atLeast(actor.role, role.admin)
}

/** Whoever sent it in may go on writing it, and take it back. */
export function canEditIntake(actor: Actor, item: { created_by: string | null }): boolean {
  return canTriage(actor) || (actor.role !== null && item.created_by === actor.user_id)
}

/** Of what a guest has sent in they may change these. */
export const guestFields: readonly string[] = [
  'name',
  'description_html',
  'description_json',
  'description_binary',
]

/** Not yet in the project: in no list, search, cycle or count of it. */
export function isInTriage(item: { state__group: string }): boolean {
  return item.state__group === 'triage'
}

interface Snoozed {
  status: number
  snoozed_till: string | null
}

/** Its status at a moment, in milliseconds: what was snoozed is pending once its time has come. */
export function statusAt({ status, snoozed_till }: Snoozed, now: number): IntakeStatus {
  const isOver = status === intakeStatus.snoozed && snoozed_till !== null && Date.parse(snoozed_till) <= now
  return isOver ? intakeStatus.pending : (status as IntakeStatus)
}

export function isOpen(status: IntakeStatus): boolean {
  return status === intakeStatus.pending || status === intakeStatus.snoozed
}
