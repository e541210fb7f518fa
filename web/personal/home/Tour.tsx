import { useAtomValue } from 'jotai'
import { TourDialog } from './TourDialog.tsx'
import { TourMovePanel } from './TourMovePanel.tsx'
import { sampleProjectAtom, tourAtom } from './tour-state.ts'

/** Product tour. In one of its steps, the user moves a card of the sample project. */
export function Tour() {
  const step = useAtomValue(tourAtom)
  const sample = useAtomValue(sampleProjectAtom)
  if (step === null) return null
  if (step !== 'move') return <TourDialog step={step} />
  // The sample project was deleted during this step.
  if (sample === undefined) return <TourDialog step="palette" />
  return <TourMovePanel projectId={sample.id} />
}
