import type { BlockHandle, BlockHandles } from '../block-handle-view.ts'
import type { SelectedLine } from '../create-items/selected-lines.ts'
import type { OpenDateEditor } from '../dates/dates.ts'
import type { OpenFormulaEditor } from '../formulas/formula-view.ts'
import type { LiveBlockPortal, LiveBlockPortals } from '../live-blocks/live-block-view.ts'
import type { PageLink, PageLinkPortals } from '../page-lines/page-line-plugin.ts'
import { createPopoverState, type PopoverState } from '../popover-state.ts'
import { createEditorPortals } from '../portals.ts'
import type { SyncedDeletion } from '../synced/confirm-deletion.ts'
import type { SyncedReferencePortal, SyncedReferencePortals } from '../synced/synced-views.ts'
import type { CalloutPortal, CalloutPortals } from './callout-view.ts'

/** Portals and open popovers that connect the blocks of an editor with their React components. */
export interface BlockPortals {
  handles: BlockHandles
  callouts: CalloutPortals
  formula: PopoverState<OpenFormulaEditor>
  date: PopoverState<OpenDateEditor>
  /** The state of the dialog for the address of content to embed. */
  embed: PopoverState<true>
  live: LiveBlockPortals
  synced: SyncedReferencePortals
  /** The removal of a synced block that waits for the user's decision. */
  syncedDeletion: PopoverState<SyncedDeletion>
  /** The state of the picker for a saved view. */
  view: PopoverState<true>
  /** The lines from which the open dialog creates work items. */
  items: PopoverState<readonly SelectedLine[]>
  /** The state of the picker for a linked page. */
  page: PopoverState<true>
  pageLines: PageLinkPortals
}

export function createBlockPortals(): BlockPortals {
  return {
    handles: createEditorPortals<BlockHandle>(),
    callouts: createEditorPortals<CalloutPortal>(),
    formula: createPopoverState<OpenFormulaEditor>(),
    date: createPopoverState<OpenDateEditor>(),
    embed: createPopoverState<true>(),
    live: createEditorPortals<LiveBlockPortal>(),
    synced: createEditorPortals<SyncedReferencePortal>(),
    syncedDeletion: createPopoverState<SyncedDeletion>(),
    view: createPopoverState<true>(),
    items: createPopoverState<readonly SelectedLine[]>(),
    page: createPopoverState<true>(),
    pageLines: createEditorPortals<PageLink>(),
  }
}
