import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { DiscardDialog } from './DiscardDialog.tsx'
import { hasChangedText, type InitialTexts, recordInitialText } from './typed-text.ts'
import { useWarnIfUnsaved } from './unsaved.ts'
import type { PopupControl } from './use-popup.ts'

/** The ways in which a user can close a dialog by accident. Cancel and the close button are always intended. */
const unintended: ReadonlySet<string> = new Set(['escape-key', 'outside-press', 'swipe'])

interface TypedGuard {
  /**
   * Called when the dialog is about to close. If typed text would be lost by accident, shows the confirmation
   * dialog and returns true. The dialog must then stay open.
   */
  keepsOpen: (reason: string) => boolean
  /** Handlers for the dialog that detect typed text. */
  handlers: Record<'onFocusCapture' | 'onInput' | 'onSubmitCapture', (event: SyntheticEvent) => void>
  /** The confirmation dialog. Render it inside the guarded dialog, so that it is a nested dialog. */
  question: ReactNode
}

/**
 * Shows a confirmation dialog before a dialog with typed text is closed by Escape, by a click outside or by closing
 * the browser tab. With `lossText`, the confirmation dialog shows this text and also appears if no text was typed.
 */
export function useUnsavedTextGuard(
  control: PopupControl,
  keepsText: boolean,
  lossText: string | undefined,
): TypedGuard {
  const [texts] = useState<InitialTexts>(() => new Map())
  const [isTyped, setTyped] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const release = useWarnIfUnsaved(isTyped && control.open && !keepsText)
  /**
   * Returns whether an event comes from inside the element. React bubbles events of popups through the
   * component tree, although the popups are elsewhere in the DOM.
   */
  const isWithin = ({ currentTarget, target }: SyntheticEvent) =>
    target instanceof Element && currentTarget.contains(target)
  return {
    keepsOpen(reason) {
      const isLost = lossText !== undefined || (!keepsText && hasChangedText(texts))
      const needsConfirmation = isLost && unintended.has(reason)
      if (needsConfirmation) setAsking(true)
      return needsConfirmation
    },
    handlers: {
      onFocusCapture(event) {
        if (isWithin(event) && event.target instanceof Element) recordInitialText(texts, event.target)
      },
      onInput(event) {
        if (isWithin(event)) setTyped(hasChangedText(texts))
      },
      onSubmitCapture() {
        // A submitted form may navigate immediately, so the guard is released first.
        release()
        setTyped(false)
      },
    },
    question: (
      <DiscardDialog open={isAsking} onOpenChange={setAsking} onDiscard={control.close} text={lossText} />
    ),
  }
}
