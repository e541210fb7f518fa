import type { Role } from '../../platform/roles.ts'

/** Numbers of the intake statuses in the API. */
export const intakeStatus = { pending: -2, declined: -1, snoozed: 0, accepted: 1, duplicate: 2 } as const
export type IntakeStatusName = keyof typeof intakeStatus
export type IntakeStatus = (typeof intakeStatus)[IntakeStatusName]
export const intakeStatuses = Object.values(intakeStatus)

/** Ways to submit an item. `FORMS` is a public board. `EMAIL` is reserved and not used yet. */
export const intakeSources = ['IN_APP', 'FORMS', 'EMAIL'] as const

export const intakePageSize = 10

/** Returns whether the user may submit items. Everyone in the project may, even guests. */
export function canSubmitIntake(actor: { role: Role | null }): boolean {
  return actor.role !== null
}

/** The fields of a submission that the guest who submitted it may change. */
export const guestEditableIntakeFields: readonly string[] = [
  'name',
  'description_html',
  'description_json',
  'skip_activity',
  'description_binary',
]

interface Snoozed {
  status: number
  snoozed_till: string | null
}

/**
 * Returns the status at `now`, in milliseconds since 1970. A snoozed item is pending when its snooze has
 * ended.
 */
export function currentIntakeStatus({ status, snoozed_till }: Snoozed, now: number): IntakeStatus {
  const isOver = status === intakeStatus.snoozed && snoozed_till !== null && Date.parse(snoozed_till) <= now
  return isOver ? intakeStatus.pending : (status as IntakeStatus)
}

export function isOpenIntakeStatus(status: IntakeStatus): boolean {
  return status === intakeStatus.pending || status === intakeStatus.snoozed
}
