import { isTextEntryTarget } from './hotkeys.ts'
import { pressedKey } from './pressed-key.ts'

/** Milliseconds after which buffered keys are dropped, because the target did not open. */
const usual = 5000
/**
 * Keys that are buffered in addition to characters. Escape is also buffered if a character was buffered
 * before.
 */
const bufferedKeys = ['Enter', 'Backspace', 'ArrowDown', 'ArrowUp']

let stop = () => {}
/** The keys that the current replay has not dispatched yet. */
let unplayed: KeyboardEvent[] = []

/**
 * Buffers key presses until the input that is being opened takes the focus, then replays the keys in that
 * input. Without the buffer, the page would treat the keys as shortcuts. Returns a function that drops the
 * keys if the input does not open.
 */
export function bufferKeysUntilFocus(longest = usual): () => void {
  // A replayed key, such as Enter on an option, can open another input. The remaining keys are meant for that input.
  const buffered = unplayed.splice(0)
  stop()
  const before = document.activeElement
  const end = new AbortController()
  const { signal } = end
  let hasOpened = false
  const timer = setTimeout(() => end.abort(), longest)
  signal.addEventListener('abort', () => clearTimeout(timer))
  const release = () => {
    buffered.length = 0
    end.abort()
  }
  stop = release
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event)
    // Synthetic events of the replay have `isTrusted: false` and must not be buffered again.
    if (!event.isTrusted || ['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return
    const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    // If the user presses a key that is not buffered before the target opens, the buffering ends. After the
    // target has opened, such a key is replayed after the buffered keys.
    const isBuffered = isText || bufferedKeys.includes(key) || (key === 'Escape' && buffered.length > 0)
    if (!hasOpened && !isBuffered) return stop()
    event.preventDefault()
    event.stopImmediatePropagation()
    buffered.push(event)
  }
  const onFocus = async ({ target }: FocusEvent) => {
    if (hasOpened || target === before || !isTextEntryTarget(target)) return
    hasOpened = true
    // A slow page may need longer for the replay than for the opening.
    clearTimeout(timer)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    if (signal.aborted) return
    unplayed = buffered
    // Keys that are pressed during the replay are appended to the buffer.
    for (let event = await next(buffered); event; event = await next(buffered)) pressAgain(event)
    if (signal.aborted) return
    end.abort()
    giveBack(before)
  }
  window.addEventListener('keydown', onKeyDown, { capture: true, signal })
  const onPointerDown = () => {
    for (const event of hasOpened ? buffered.splice(0) : []) pressAgain(event)
    end.abort()
  }
  window.addEventListener('pointerdown', onPointerDown, { capture: true, signal })
  document.addEventListener('focusin', onFocus, { signal })
  return release
}

/** The maximum number of frames that a list needs to close after a choice. */
const framesToClose = 30

/** The number of frames without a focused element after which no other code is expected to move the focus. */
const framesToFocus = 4

/**
 * Restores the previous focus. A list that closes while it is still opening does not always restore the focus
 * itself.
 */
function giveBack(before: Element | null, left = framesToClose, lost = 0): void {
  if (left === 0 || !(before instanceof HTMLElement)) return
  const isLost = document.activeElement === document.body
  if (isLost && lost >= framesToFocus) before.focus({ preventScroll: true })
  else requestAnimationFrame(() => giveBack(before, left - 1, isLost ? lost + 1 : 0))
}

/**
 * Waits before returning the next key. Each key gets a separate task, as real key presses do, so that the
 * previous change is rendered first.
 */
function next(buffered: KeyboardEvent[]): Promise<KeyboardEvent | undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(buffered.shift())))
}

/**
 * Dispatches a key event and its effect on the text. Synthetic key events do not trigger the browser's
 * default action.
 */
function pressAgain(event: KeyboardEvent): void {
  const target = document.activeElement
  if (!target?.dispatchEvent(new KeyboardEvent('keydown', event)) || !isTextEntryTarget(target)) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key.length === 1) document.execCommand('insertText', false, event.key)
  else if (event.key === 'Backspace') document.execCommand('delete')
  else if (pressedKey(event) === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
}
