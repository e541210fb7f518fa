import type { BlockHandle, BlockHandles } from '../block-handles.ts'
import { createPlaces } from '../places.ts'
import type { CalloutPlace, CalloutPlaces } from './callout-view.ts'

/** Where the blocks of a text have buttons of their own. */
export interface BlockPlaces {
  handles: BlockHandles
  callouts: CalloutPlaces
}

export function createBlockPlaces(): BlockPlaces {
  return { handles: createPlaces<BlockHandle>(), callouts: createPlaces<CalloutPlace>() }
}
