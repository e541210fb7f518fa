import type { Role } from '../../platform/roles.ts'

/** The numbers of the statuses in the API. */
export const intakeStatus = { pending: -2, declined: -1, snoozed: 0, accepted: 1, duplicate: 2 } as const
export type IntakeStatusName = keyof typeof intakeStatus
export type IntakeStatus = (typeof intakeStatus)[IntakeStatusName]
export const intakeStatuses = Object.values(intakeStatus)

/** How the item was submitted. `FORMS` and `EMAIL` are reserved and not used yet. */
export const intakeSources = ['IN_APP', 'FORMS', 'EMAIL'] as const

export const intakePageSize = 10

/** Everyone in the project may submit items, including guests. */
export function canSubmit(actor: { role: Role | null }): boolean {
  return actor.role !== null
}

/** The fields that guests may change on their own submissions. */
export const guestFields: readonly string[] = [
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

/** Returns the status at `now`, in milliseconds. A snoozed item is pending once its time has passed. */
export function statusAt({ status, snoozed_till }: Snoozed, now: number): IntakeStatus {
  const isOver = status === intakeStatus.snoozed && snoozed_till !== null && Date.parse(snoozed_till) <= now
  return isOver ? intakeStatus.pending : (status as IntakeStatus)
}

export function isOpen(status: IntakeStatus): boolean {
  return status === intakeStatus.pending || status === intakeStatus.snoozed
}
