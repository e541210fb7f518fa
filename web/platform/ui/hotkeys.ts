import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { isAnyPopupOpen, isInsidePopup } from './floats.ts'
import { isApple } from './is-apple.ts'
import { pressedKey } from './pressed-key.ts'

/**
 * A keyboard shortcut of the page. `keys` are presses separated by spaces, each a key with modifiers: `c`,
 * `mod+k`, `shift+enter`, `g h`. `mod` is ⌘ on Apple devices and Ctrl elsewhere. Characters that need Shift
 * are written as typed: `?`, not `shift+/`.
 */
export interface Hotkey {
  keys: string
  /** The translated description of the action. Without it, the list of shortcuts omits the shortcut. */
  description?: string
  /** The heading of the shortcut in the list of shortcuts. */
  group?: string
}

export interface HotkeyOptions extends Omit<Hotkey, 'keys'> {
  enabled?: boolean
  /** If true, the shortcut also works while the user types. Set it only for keys with `mod` and for Escape. */
  whileTyping?: boolean
  /** If true, the shortcut also works while a dialog is open. Set it only for the shortcuts of that dialog. */
  inModal?: boolean
}

/** Registers a shortcut while the component is mounted. The component mounted last takes precedence. */
export function useHotkey(
  keys: string,
  handler: (event: KeyboardEvent) => void,
  options: HotkeyOptions = {},
): void {
  const { enabled = true, description, group, whileTyping = false, inModal = false } = options
  // Calls the handler of the latest render.
  const run = useEffectEvent(handler)
  // Registers the keys before paint, so that they work as soon as the screen is visible.
  useLayoutEffect(() => {
    if (!enabled) return
    return register({ keys, description, group, whileTyping, inModal, run })
  }, [keys, enabled, description, group, whileTyping, inModal])
}

/** Returns the shortcuts of the current screen, for the list of shortcuts. */
export function useActiveHotkeys(): readonly Hotkey[] {
  return useSyncExternalStore(subscribe, () => listed)
}

/** Returns whether an element uses typed characters: a text field, an editor or a select box. */
export function isTextEntryTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'range', 'color', 'file'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>

/**
 * Returns the name of a key press in the format of `useHotkey`. A press with AltGr has no name, because it types a
 * character such as "@" or "€" on many keyboards. Windows reports AltGr as Ctrl with Alt.
 */
export function formatHotkeyFromEvent(event: Press): string {
  if (event.getModifierState?.('AltGraph')) return ''
  const key = keyOf(event)
  const mod = isApple ? event.metaKey : event.ctrlKey
  const ctrl = isApple && event.ctrlKey
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/.test(key) || marks[event.code] === key)
  return [mod && 'mod', ctrl && 'ctrl', event.altKey && 'alt', shift && 'shift', key]
    .filter(Boolean)
    .join('+')
}

interface Registered extends Hotkey {
  whileTyping: boolean
  inModal: boolean
  run: (event: KeyboardEvent) => void
}

/**
 * Maximum milliseconds between the presses of a sequence. Event times are compared, because a busy page
 * handles presses later.
 */
const sequenceTimeout = 1500
const registered: Registered[] = []
const listeners = new Set<() => void>()
let listed: readonly Hotkey[] = []
let pressed: string[] = []
let pressedAt = 0

function register(hotkey: Registered): () => void {
  if (registered.length === 0) {
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', stopWriting, true)
    document.addEventListener('keydown', onLeave, true)
  }
  registered.push(hotkey)
  changed()
  return () => {
    registered.splice(registered.indexOf(hotkey), 1)
    if (registered.length === 0) {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', stopWriting, true)
      document.removeEventListener('keydown', onLeave, true)
    }
    changed()
  }
}

function onKeyDown(event: KeyboardEvent): void {
  if (isModifier(event) || belongsToLostText(event) || event.defaultPrevented) return
  if (event.timeStamp - pressedAt > sequenceTimeout) pressed = []
  const usable = usableAt(event)
  const press = formatHotkeyFromEvent(event)
  const hotkey = find(usable, [...pressed, press]) ?? (pressed.length > 0 ? find(usable, [press]) : undefined)
  if (hotkey && hotkey !== 'longer') {
    pressed = []
    event.preventDefault()
    hotkey.run(event)
    return
  }
  pressed = hotkey === 'longer' ? (find(usable, [...pressed, press]) ? [...pressed, press] : [press]) : []
  pressedAt = event.timeStamp
  if (pressed.length > 0) event.preventDefault()
}

function isModifier(event: KeyboardEvent): boolean {
  return ['', 'Shift', 'Control', 'Alt', 'Meta'].includes(pressedKey(event))
}

/** If the user presses no letter for this many milliseconds, the user is no longer considered to be typing. */
const writingTimeout = 2000
let wroteAt = Number.NEGATIVE_INFINITY

function stopWriting(): void {
  wroteAt = Number.NEGATIVE_INFINITY
}

/**
 * Ends the typing state when a key such as Escape leaves a text field. The listener uses the capture phase,
 * because the handler that moves the focus may stop the event.
 */
function onLeave(event: KeyboardEvent): void {
  if (!isModifier(event) && !isWriting(event) && pressedKey(event) !== 'Tab') stopWriting()
}

/**
 * Returns true if the user is probably still typing although the text field has just lost the focus, by Tab
 * or because it was removed. The key must then not trigger a shortcut. Escape, Enter, arrow keys and clicks
 * leave a text field on purpose.
 */
function belongsToLostText(event: KeyboardEvent): boolean {
  const { target, timeStamp, defaultPrevented } = event
  const isInText = isTextEntryTarget(target)
  if (isInText && isWriting(event) && !defaultPrevented) wroteAt = timeStamp
  else if (isInText && pressedKey(event) === 'Tab') wroteAt = afterTab(event)
  else if (isInText || !isWriting(event) || timeStamp - wroteAt > writingTimeout) stopWriting()
  else {
    wroteAt = timeStamp
    return true
  }
  return false
}

/**
 * Returns the time of a Tab that probably left a text field by accident. Returns negative infinity for a Tab
 * that navigates on purpose: in a single-line field into which the user has not just typed.
 */
function afterTab({ target, timeStamp }: KeyboardEvent): number {
  return target instanceof HTMLInputElement && wroteAt === Number.NEGATIVE_INFINITY ? wroteAt : timeStamp
}

/** Returns whether the key types or deletes text. */
function isWriting(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const key = pressedKey(event)
  return key.length === 1 || key === 'Backspace' || key === 'Delete'
}

/**
 * Returns the shortcut for these presses, or 'longer' if they start a sequence. If several shortcuts match,
 * the one registered last wins.
 */
function find(usable: Registered[], presses: string[]): Registered | 'longer' | undefined {
  const keys = presses.join(' ')
  return (
    usable.findLast((each) => each.keys === keys) ??
    (usable.some((each) => each.keys.startsWith(`${keys} `)) ? 'longer' : undefined)
  )
}

function usableAt(event: KeyboardEvent): Registered[] {
  // The focus may briefly stay in a closing popup, but key presses already belong to the page.
  const target =
    event.target instanceof Element && event.target.closest('[data-closed]') ? null : event.target
  const typing = isTextEntryTarget(target)
  const hasOwnKeys = handlesOwnKeys(target)
  const inModal = document.querySelector('[data-modal][data-open]') !== null
  if (pressedKey(event) === 'Escape' && isAnyPopupOpen()) return []
  return registered.filter(
    (each) => (!(typing || hasOwnKeys) || each.whileTyping) && (!inModal || each.inModal),
  )
}

/**
 * Returns whether an open menu, list or popover handles key presses itself. Page shortcuts are then disabled,
 * unless the focus is on a work item inside the popup.
 */
function handlesOwnKeys(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return isAnyPopupOpen()
  if (target.closest('[data-item]') !== null && isInsidePopup(target)) return false
  return isAnyPopupOpen() || target.closest('[role="menu"], [role="listbox"]') !== null
}

/**
 * Maps the positions of punctuation keys to characters, because with Shift each keyboard layout produces
 * other characters.
 */
const marks: Record<string, string | undefined> = { Comma: ',', Period: '.', Quote: "'" }

function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'shiftKey' | 'metaKey' | 'ctrlKey'>,
): string {
  const mark = event.shiftKey && (event.metaKey || event.ctrlKey) ? marks[event.code] : undefined
  if (mark !== undefined) return mark

  if (event.key === ' ') return 'space'
  // For non-Latin layouts, and for Alt on a Mac, which types other characters, the position of the key
  // determines the letter.
  const byPlace = /^Key([A-Z])$/.exec(event.code)?.[1]
  if (byPlace && (event.altKey || (event.key.length === 1 && event.key.charCodeAt(0) > 127)))
    return byPlace.toLowerCase()
  return event.key.toLowerCase()
}

function changed(): void {
  const described = registered.filter((each) => each.description)
  listed = described.filter(
    (each, index) => described.findLastIndex((other) => other.keys === each.keys) === index,
  )
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
