/**
 * Why a service account is disabled: an admin disabled it, or its owner is no longer an active admin of the workspace.
 */
export const serviceDisabledReasons = ['admin', 'owner_left'] as const
export type ServiceDisabledReason = (typeof serviceDisabledReasons)[number]
