import { ownWorkspacesRevive } from './organization/workspaces/membership.ts'
import { lockLabelledPages, removeLabelFromPages, restoreLabelOnPages } from './pages/pages/label-events.ts'
import { updatePageOnTextStored } from './pages/pages/on-text-stored.ts'
import { notificationsEnd } from './personal/notifications/end-notifications.ts'
import { keepDaysInNewTimezone } from './planning/cycles/change-timezone.ts'
import { freezeBeforeBulkChange, freezeBeforeItemsChange } from './planning/cycles/freeze.ts'
import { estimateOfProjectChosen } from './planning/estimates/switch.ts'
import { recountWhenRestored, recountWhenTrashed } from './planning/intake/count.ts'
import type { Listener } from './platform/db/events.ts'
import { webhooksSwitchOff } from './sharing/webhooks/switch-off.ts'
import { firstLabels } from './work/labels/defaults.ts'
import { relationsMove } from './work/relations/moved.ts'
import { relationsHide, relationsShow } from './work/relations/of-trashed.ts'
import { firstStates } from './work/states/defaults.ts'
import { itemTextStored } from './work/work-items/stored-text.ts'

/** The listeners to events of other folders. Listeners of the same event run in this order. */
export const listeners: readonly Listener[] = [
  ownWorkspacesRevive,
  firstStates,
  firstLabels,
  estimateOfProjectChosen,
  keepDaysInNewTimezone,
  updatePageOnTextStored,
  lockLabelledPages,
  removeLabelFromPages,
  restoreLabelOnPages,
  itemTextStored,
  freezeBeforeItemsChange,
  freezeBeforeBulkChange,
  relationsHide,
  relationsShow,
  relationsMove,
  recountWhenTrashed,
  recountWhenRestored,
  notificationsEnd,
  webhooksSwitchOff,
]
