import { useEffect, useState } from 'react'
import { onAnnounce } from './announce.ts'

/** The region that `announce` speaks through; once for the page, inside UiProvider. */
export function Announcer() {
  const [said, setSaid] = useState({ text: '', turn: 0 })
  useEffect(() => onAnnounce((text) => setSaid((before) => ({ text, turn: before.turn + 1 }))), [])
  // Two regions take turns, so that the same sentence said twice is heard twice.
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
