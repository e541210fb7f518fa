import { isTyping } from './hotkeys.ts'
import { pressedKey } from './pressed-key.ts'

/** Milliseconds; what has not come by then has come to nothing, and so has what was typed for it. */
const usual = 5000
/** Beside those that write, and Escape after one of them: what has been chosen is left. */
const heldKeys = ['Enter', 'Backspace', 'ArrowDown', 'ArrowUp']

let stop = () => {}

/**
 * For something to type in that was asked for and takes the focus once it is here: what is pressed until then is meant for it. To the page
 * these keys would be shortcuts. Returns what lets the keys go, for something that does not come.
 */
export function holdKeys(longest = usual): () => void {
  stop()
  const held: KeyboardEvent[] = []
  const before = document.activeElement
  const end = new AbortController()
  const { signal } = end
  let isHere = false
  const timer = setTimeout(() => end.abort(), longest)
  signal.addEventListener('abort', () => clearTimeout(timer))
  const release = () => end.abort()
  stop = release
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event)
    // Pressed again, below.
    if (!event.isTrusted || ['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return
    const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    // With any other key somebody goes elsewhere; once it is here, the key is for it as well, after those before.
    const isHeld = isText || heldKeys.includes(key) || (key === 'Escape' && held.length > 0)
    if (!isHere && !isHeld) return stop()
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
  }
  const onFocus = async ({ target }: FocusEvent) => {
    if (target === before || !isTyping(target)) return
    await new Promise((resolve) => requestAnimationFrame(resolve))
    isHere = true
    // What is pressed meanwhile comes after.
    for (let event = await next(held); event && !signal.aborted; event = await next(held)) pressAgain(event)
    end.abort()
    giveBack(before)
  }
  window.addEventListener('keydown', onKeyDown, { capture: true, signal })
  const onPointerDown = () => {
    for (const event of isHere ? held.splice(0) : []) pressAgain(event)
    end.abort()
  }
  window.addEventListener('pointerdown', onPointerDown, { capture: true, signal })
  document.addEventListener('focusin', onFocus, { signal })
  return release
}

/** Frames in which a list that has been answered is gone. */
const framesToClose = 30

/** Frames after which nobody else gives the focus to anything. */
const framesToFocus = 4

/** A list that is closed while it opens does not always give the focus back to where it was. */
function giveBack(before: Element | null, left = framesToClose, lost = 0): void {
  if (left === 0 || !(before instanceof HTMLElement)) return
  const isLost = document.activeElement === document.body
  if (isLost && lost >= framesToFocus) before.focus({ preventScroll: true })
  else requestAnimationFrame(() => giveBack(before, left - 1, isLost ? lost + 1 : 0))
}

/** In a task of its own, as each press has: what one has changed is drawn before the next. */
function next(held: KeyboardEvent[]): Promise<KeyboardEvent | undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(held.shift())))
}

/** What the browser does by itself with a press of a person, it does not with this one. */
function pressAgain(event: KeyboardEvent): void {
  const target = document.activeElement
  if (!target?.dispatchEvent(new KeyboardEvent('keydown', event)) || !isTyping(target)) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key.length === 1) document.execCommand('insertText', false, event.key)
  else if (event.key === 'Backspace') document.execCommand('delete')
  else if (pressedKey(event) === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
}
