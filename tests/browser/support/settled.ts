import type { Page } from '@playwright/test'

/**
 * Within this number of milliseconds after getting the focus, ProseMirror resets a caret at the very start,
 * because the browser might have set it.
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
