import type { BlockHandle, BlockHandles } from '../block-handles.ts'
import type { OpenDate } from '../dates/dates.ts'
import type { OpenFormula } from '../formulas/formula-view.ts'
import { createOpened, type OpenedPart } from '../opened.ts'
import type { PageLinePlaces, PageLink } from '../page-lines/page-line-plugin.ts'
import { createPlaces } from '../places.ts'
import type { CalloutPlace, CalloutPlaces } from './callout-view.ts'

/** Where the blocks of a text have buttons of their own. */
export interface BlockPlaces {
  handles: BlockHandles
  callouts: CalloutPlaces
  formula: OpenedPart<OpenFormula>
  date: OpenedPart<OpenDate>
  /** Whether the address of a video is asked for. */
  video: OpenedPart<true>
  /** Whether a page to link to is asked for. */
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
