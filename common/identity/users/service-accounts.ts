/**
 * Why a service account is disabled: an admin disabled it, or its owner is no longer an active admin of the workspace.
 */
export const serviceDisabledReasons = ['admin', 'owner_left'] as const
export type ServiceDisabledReason = (typeof serviceDisabledReasons)[number]

/** The number of API calls that a service account may make with all its tokens together. */
export interface CallBudget {
  calls_per_minute: number
  calls_per_day: number
}

/** A new account has the limit of an API token per minute, and enough calls per day for a busy agent. */
export const defaultCallBudget: CallBudget = { calls_per_minute: 600, calls_per_day: 100_000 }
export const maxCallBudget: CallBudget = { calls_per_minute: 6000, calls_per_day: 10_000_000 }
