import type { Role } from '../../platform/roles.ts'

/** What becomes of what somebody has sent in, by the numbers of the wire. */
export const intakeStatus = { pending: -2, declined: -1, snoozed: 0, accepted: 1, duplicate: 2 } as const
export type IntakeStatusName = keyof typeof intakeStatus
export type IntakeStatus = (typeof intakeStatus)[IntakeStatusName]
export const intakeStatuses = Object.values(intakeStatus)

/** By which way it came; forms by link and mail have their place here already. */
export const intakeSources = ['IN_APP', 'FORMS', 'EMAIL'] as const

export const intakePageSize = 10

/** Everybody in the project may send something in, its guests too. */
export function canSubmit(actor: { role: Role | null }): boolean {
  return actor.role !== null
}

/** Of what a guest has sent in they may change these. */
export const guestFields: readonly string[] = [
  'name',
  'description_html',
  'description_json',
  'description_binary',
]

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
