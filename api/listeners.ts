import { copyAvatarOnSignIn } from './documents/files/copy-avatar.ts'
import { removeMemberFromTeamspaces } from './organization/teamspaces/commands.ts'
import { restoreWorkspacesOnActivation } from './organization/workspaces/membership.ts'
import { endSharesOfFormerMembers } from './pages/pages/end-shares.ts'
import { lockLabelledPages, removeLabelFromPages, restoreLabelOnPages } from './pages/pages/label-events.ts'
import { updatePageOnTextStored } from './pages/pages/on-text-stored.ts'
import { recordVisitOnRead } from './pages/recent-visits/commands.ts'
import { deleteNotificationsOnPurge } from './personal/notifications/delete-on-purge.ts'
import { indexUpdatedTexts } from './personal/search/index-updated-texts.ts'
import { adjustCyclesToNewTimezone } from './planning/cycles/adjust-to-new-timezone.ts'
import { freezeCyclesBeforeBulkChange, freezeCyclesBeforeItemsChange } from './planning/cycles/freeze.ts'
import { switchEstimateOnProjectChange } from './planning/estimates/switch.ts'
import { recountIntakeWhenRestored, recountIntakeWhenTrashed } from './planning/intake/count.ts'
import type { EventListener } from './platform/db/events.ts'
import { disableWebhooksOfDeletedAccount } from './sharing/webhooks/disable-webhooks.ts'
import { createDefaultLabels } from './work/labels/defaults.ts'
import { moveRelations } from './work/relations/move-relations.ts'
import {
  hideRelationsOfTrashedItems,
  showRelationsOfRestoredItems,
} from './work/relations/trashed-relations.ts'
import { createDefaultStates } from './work/states/defaults.ts'
import { syncTeamMembersToViews } from './work/views/sync-team-members.ts'
import { updateItemOnTextStored } from './work/work-items/stored-text.ts'

/** The listeners to events of other folders. Listeners of the same event run in this order. */
export const listeners: readonly EventListener[] = [
  copyAvatarOnSignIn,
  restoreWorkspacesOnActivation,
  removeMemberFromTeamspaces,
  endSharesOfFormerMembers,
  syncTeamMembersToViews,
  createDefaultStates,
  createDefaultLabels,
  switchEstimateOnProjectChange,
  adjustCyclesToNewTimezone,
  updatePageOnTextStored,
  recordVisitOnRead,
  lockLabelledPages,
  removeLabelFromPages,
  restoreLabelOnPages,
  updateItemOnTextStored,
  freezeCyclesBeforeItemsChange,
  freezeCyclesBeforeBulkChange,
  hideRelationsOfTrashedItems,
  showRelationsOfRestoredItems,
  moveRelations,
  recountIntakeWhenTrashed,
  recountIntakeWhenRestored,
  deleteNotificationsOnPurge,
  indexUpdatedTexts,
  disableWebhooksOfDeletedAccount,
]
