import type { Page } from '@playwright/test'

/**
 * For this number of milliseconds after the editor gets the focus, ProseMirror undoes a caret move to the
 * start of the text, because some browsers move the caret there without an action of the user.
 */
const focusDelay = 200

/**
 * Waits until the editor has placed the caret, which happens a frame and `focusDelay` after it gets the focus. A key
 * that moves the caret before that would have no effect. Only programs press keys that fast.
 */
export function waitForEditorCaret(page: Page): Promise<void> {
  return page.evaluate(
    (delay) => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, delay))),
    focusDelay,
  )
}
