import type { BlockHandle, BlockHandles } from '../block-handles.ts'
import type { OpenDate } from '../dates/dates.ts'
import type { OpenFormula } from '../formulas/formula-view.ts'
import { createOpened, type OpenedPart } from '../opened.ts'
import type { PageLinePlaces, PageLink } from '../page-lines/page-line-plugin.ts'
import { createPlaces } from '../places.ts'
import type { CalloutPlace, CalloutPlaces } from './callout-view.ts'

/** Portals and open popovers that connect the blocks of an editor with their React components. */
export interface BlockPlaces {
  handles: BlockHandles
  callouts: CalloutPlaces
  formula: OpenedPart<OpenFormula>
  date: OpenedPart<OpenDate>
  /** Set while the dialog for the address of a video is open. */
  video: OpenedPart<true>
  /** Set while the picker for a linked page is open. */
  page: OpenedPart<true>
  pageLines: PageLinePlaces
}

export function createBlockPlaces(): BlockPlaces {
  return {
    handles: createPlaces<BlockHandle>(),
    callouts: createPlaces<CalloutPlace>(),
    formula: createOpened<OpenFormula>(),
    date: createOpened<OpenDate>(),
    video: createOpened<true>(),
    page: createOpened<true>(),
    pageLines: createPlaces<PageLink>(),
  }
}
