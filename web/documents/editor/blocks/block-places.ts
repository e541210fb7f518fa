import type { BlockHandle, BlockHandles } from '../block-handles.ts'
import type { OpenDate } from '../dates/dates.ts'
import type { OpenFormula } from '../formulas/formula-view.ts'
import { createOpened, type Opened } from '../opened.ts'
import type { PageLine, PageLinePlaces } from '../page-lines/page-lines.ts'
import { createPlaces } from '../places.ts'
import type { CalloutPlace, CalloutPlaces } from './callout-view.ts'

/** Where the blocks of a text have buttons of their own. */
export interface BlockPlaces {
  handles: BlockHandles
  callouts: CalloutPlaces
  formula: Opened<OpenFormula>
  date: Opened<OpenDate>
  /** Whether the address of a video is asked for. */
  video: Opened<true>
  /** Whether a page to link to is asked for. */
  page: Opened<true>
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
    pageLines: createPlaces<PageLine>(),
  }
}
