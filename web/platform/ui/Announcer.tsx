import { useEffect, useState } from 'react'
import { onAnnounce } from './announce.ts'

/** Live region for `announce`. Render it once, inside UiProvider. */
export function Announcer() {
  const [message, setMessage] = useState({ text: '', turn: 0 })
  useEffect(() => onAnnounce((text) => setMessage((before) => ({ text, turn: before.turn + 1 }))), [])
  // Two live regions alternate, so that screen readers also read a message that is repeated.
  return (
    <div className="sr-only">
      <div role="status" aria-live="polite">
        {message.turn % 2 === 0 ? message.text : ''}
      </div>
      <div role="status" aria-live="polite">
        {message.turn % 2 === 1 ? message.text : ''}
      </div>
    </div>
  )
}
