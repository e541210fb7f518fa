import type { Page } from '@playwright/test'

/** For this many milliseconds after the focus, ProseMirror treats a caret at the very start as set by the browser and resets it. */
const focusDelay = 200

/**
 * Waits until the editor has placed the caret. A focused editor shows its selection a frame and a moment later, and would undo a key press before
 * that. Only programs press keys that fast.
 */
export function settled(page: Page): Promise<void> {
  return page.evaluate(
    (delay) => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, delay))),
    focusDelay,
  )
}
