import { copyAvatarOnSignIn } from './documents/files/copy-avatar.ts'
import { teamspacesLoseMember } from './organization/teamspaces/commands.ts'
import { restoreWorkspacesOnActivation } from './organization/workspaces/membership.ts'
import { lockLabelledPages, removeLabelFromPages, restoreLabelOnPages } from './pages/pages/label-events.ts'
import { updatePageOnTextStored } from './pages/pages/on-text-stored.ts'
import { recordVisitOnRead } from './pages/recent-visits/commands.ts'
import { deleteNotificationsOnPurge } from './personal/notifications/end-notifications.ts'
import { keepDaysInNewTimezone } from './planning/cycles/change-timezone.ts'
import { freezeBeforeBulkChange, freezeBeforeItemsChange } from './planning/cycles/freeze.ts'
import { switchEstimateOnProjectChange } from './planning/estimates/switch.ts'
import { recountWhenRestored, recountWhenTrashed } from './planning/intake/count.ts'
import type { EventListener } from './platform/db/events.ts'
import { disableWebhooksOfDeletedAccount } from './sharing/webhooks/switch-off.ts'
import { createDefaultLabels } from './work/labels/defaults.ts'
import { moveRelations } from './work/relations/move-relations.ts'
import { hideRelations, showRelations } from './work/relations/trashed-relations.ts'
import { createDefaultStates } from './work/states/defaults.ts'
import { viewsFollowTeamspace } from './work/views/follow-teamspace.ts'
import { updateItemFromText } from './work/work-items/stored-text.ts'

/** The listeners to events of other folders. Listeners of the same event run in this order. */
export const listeners: readonly EventListener[] = [
  copyAvatarOnSignIn,
  restoreWorkspacesOnActivation,
  teamspacesLoseMember,
  viewsFollowTeamspace,
  createDefaultStates,
  createDefaultLabels,
  switchEstimateOnProjectChange,
  keepDaysInNewTimezone,
  updatePageOnTextStored,
  recordVisitOnRead,
  lockLabelledPages,
  removeLabelFromPages,
  restoreLabelOnPages,
  updateItemFromText,
  freezeBeforeItemsChange,
  freezeBeforeBulkChange,
  hideRelations,
  showRelations,
  moveRelations,
  recountWhenTrashed,
  recountWhenRestored,
  deleteNotificationsOnPurge,
  disableWebhooksOfDeletedAccount,
]
