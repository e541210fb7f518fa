import { atom } from 'jotai'
import { connectionAtom } from '../../../platform/app/sync.ts'
import { unsentTextsAtom } from '../../../platform/app/unsent-texts.ts'
import type { Feature } from '../../../platform/shell/feature.ts'
import { loadable } from '../../../platform/ui/loadable.ts'

export const unsentTextsFeature: Feature = {
  id: 'unsent-texts',
  dialogs: [
    {
      id: 'unsent-texts',
      part: loadable(() => import('./UnsentTexts.tsx').then(({ UnsentTexts }) => UnsentTexts)),
      // Without a connection nothing can be sent, and the component may not be loaded yet.
      isOpenAtom: atom((get) => get(connectionAtom) === 'live' && get(unsentTextsAtom).length > 0),
    },
  ],
}
