import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { DiscardDialog } from './DiscardDialog.tsx'
import { type FirstTexts, hasTypedText, noteFirstText } from './typed-text.ts'
import { useUnsaved } from './unsaved.ts'
import type { PopupControl } from './use-popup.ts'

/** Ways of closing a window that a person may have taken by mistake; Cancel and the close button are meant. */
const unintended: ReadonlySet<string> = new Set(['escape-key', 'outside-press', 'swipe'])

interface TypedGuard {
  /** Answers true when the dialog has to ask before it closes. */
  keepsOpen: (reason: string) => boolean
  /** Handlers of the window, which learn what is typed in it. */
  handlers: Record<'onFocusCapture' | 'onInput' | 'onSubmitCapture', (event: SyntheticEvent) => void>
  /** The question. It belongs into the window, so that it is nested in it. */
  question: ReactNode
}

/** Asks before a window closes by Escape, by a press beside it or with its tab while something is typed in it. */
export function useTypedGuard(control: PopupControl, keepsText: boolean): TypedGuard {
  const [texts] = useState<FirstTexts>(() => new Map())
  const [isTyped, setTyped] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const release = useUnsaved(isTyped && control.open && !keepsText)
  /** React passes events of floats on, although they are elsewhere in the document. */
  const isWithin = ({ currentTarget, target }: SyntheticEvent) =>
    target instanceof Element && currentTarget.contains(target)
  return {
    keepsOpen(reason) {
      const asks = !keepsText && unintended.has(reason) && hasTypedText(texts)
      if (asks) setAsking(true)
      return asks
    },
    handlers: {
      onFocusCapture(event) {
        if (isWithin(event) && event.target instanceof Element) noteFirstText(texts, event.target)
      },
      onInput(event) {
        if (isWithin(event)) setTyped(hasTypedText(texts))
      },
      onSubmitCapture() {
        // A sent form may go to another screen at once.
        release()
        setTyped(false)
      },
    },
    question: <DiscardDialog open={isAsking} onOpenChange={setAsking} onDiscard={control.close} />,
  }
}
