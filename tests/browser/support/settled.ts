import type { Page } from '@playwright/test'

/** Milliseconds after the focus in which ProseMirror takes a caret at the very start for the browser's own, and puts it back. */
const focusDelay = 200

/**
 * The caret is where the editor wants it. A text that gets the focus has its selection shown a frame and a moment later, and a key that
 * moves the caret before that, as only a program presses it, is undone.
 */
export function settled(page: Page): Promise<void> {
  return page.evaluate(
    (delay) => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, delay))),
    focusDelay,
  )
}
