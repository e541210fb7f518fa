import type { BlockHandle, BlockHandles } from '../block-handles.ts'
import type { OpenDateEditor } from '../dates/dates.ts'
import type { OpenFormulaEditor } from '../formulas/formula-view.ts'
import { createOpenPopover, type OpenPopover } from '../open-popover.ts'
import type { PageLinePortals, PageLink } from '../page-lines/page-line-plugin.ts'
import { createPortals } from '../portals.ts'
import type { CalloutPortal, CalloutPortals } from './callout-view.ts'

/** Portals and open popovers that connect the blocks of an editor with their React components. */
export interface BlockPortals {
  handles: BlockHandles
  callouts: CalloutPortals
  formula: OpenPopover<OpenFormulaEditor>
  date: OpenPopover<OpenDateEditor>
  /** Set while the dialog for the address of a video is open. */
  video: OpenPopover<true>
  /** Set while the picker for a linked page is open. */
  page: OpenPopover<true>
  pageLines: PageLinePortals
}

export function createBlockPortals(): BlockPortals {
  return {
    handles: createPortals<BlockHandle>(),
    callouts: createPortals<CalloutPortal>(),
    formula: createOpenPopover<OpenFormulaEditor>(),
    date: createOpenPopover<OpenDateEditor>(),
    video: createOpenPopover<true>(),
    page: createOpenPopover<true>(),
    pageLines: createPortals<PageLink>(),
  }
}
