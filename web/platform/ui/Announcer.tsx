import { useEffect, useState } from 'react'
import { onAnnounce } from './announce.ts'

/** Live region for `announce`. Render it once, inside UiProvider. */
export function Announcer() {
  const [said, setSaid] = useState({ text: '', turn: 0 })
  useEffect(() => onAnnounce((text) => setSaid((before) => ({ text, turn: before.turn + 1 }))), [])
  // Two live regions alternate, so that screen readers repeat an identical message.
  return (
    <div className="sr-only">
      <div role="status" aria-live="polite">
        {said.turn % 2 === 0 ? said.text : ''}
      </div>
      <div role="status" aria-live="polite">
        {said.turn % 2 === 1 ? said.text : ''}
      </div>
    </div>
  )
}
