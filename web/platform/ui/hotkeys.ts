import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { isFloatOpen, isInFloat } from './floats.ts'
import { isApple } from './platform.ts'
import { pressedKey } from './pressed-key.ts'

/**
 * Shortcuts of the whole page. `keys` are presses joined by spaces, each a key with its modifiers: `c`, `mod+k`, `shift+enter`,
 * `g h`. `mod` is ⌘ on Apple machines and Ctrl elsewhere. Characters that need Shift are named as typed: `?`, not `shift+/`.
 */
export interface Hotkey {
  keys: string
  /** In the person's language; without it the shortcuts sheet does not list the key. */
  description?: string
  /** The sheet's heading it stands under. */
  group?: string
}

export interface HotkeyOptions extends Omit<Hotkey, 'keys'> {
  enabled?: boolean
  /** Works while typing too; only for keys with `mod` or Escape. */
  whileTyping?: boolean
  /** Works while a dialog is open; for the keys of that dialog. */
  inModal?: boolean
}

/** Calls the handler while the component is shown. Where two have the same keys, the one shown last has them. */
export function useHotkey(
  keys: string,
  handler: (event: KeyboardEvent) => void,
  options: HotkeyOptions = {},
): void {
  const { enabled = true, description, group, whileTyping = false, inModal = false } = options
  // As the screen shows it: an effect might set the latest only after the next press.
  const run = useEffectEvent(handler)
  // Before it is painted: whoever sees a screen may press its keys.
  useLayoutEffect(() => {
    if (!enabled) return
    return register({ keys, description, group, whileTyping, inModal, run })
  }, [keys, enabled, description, group, whileTyping, inModal])
}

/** What can be pressed on this screen now, for the shortcuts sheet. */
export function useActiveHotkeys(): readonly Hotkey[] {
  return useSyncExternalStore(subscribe, () => listed)
}

/** Whether a key pressed there writes text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'range', 'color', 'file'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** The press as `useHotkey` names it. */
export function pressOf(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>,
): string {
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

/** Milliseconds between the presses of a sequence, by when they were made: a busy page may hear of them later. */
const sequenceTimeout = 1000
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
  if (isModifier(event) || isOfLostText(event) || event.defaultPrevented) return
  if (event.timeStamp - pressedAt > sequenceTimeout) pressed = []
  const usable = usableAt(event)
  const press = pressOf(event)
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

/** Milliseconds between two letters of somebody who goes on writing. */
const writingTimeout = 2000
let wroteAt = Number.NEGATIVE_INFINITY

function stopWriting(): void {
  wroteAt = Number.NEGATIVE_INFINITY
}

/** On the way down: what leaves a text may keep the key from the page. */
function onLeave(event: KeyboardEvent): void {
  if (!isModifier(event) && !isWriting(event) && pressedKey(event) !== 'Tab') stopWriting()
}

/**
 * Whether a key is still meant for a text that has just lost the focus: by Tab, or because the text is no longer there. Somebody who goes on
 * writing would otherwise run commands. Escape, Enter, the arrows and the pointer leave a text on purpose.
 */
function isOfLostText(event: KeyboardEvent): boolean {
  const { target, timeStamp, defaultPrevented } = event
  const isInText = isTyping(target)
  if (isInText && isWriting(event) && !defaultPrevented) wroteAt = timeStamp
  else if (isInText && pressedKey(event) === 'Tab') wroteAt = afterTab(event)
  else if (isInText || !isWriting(event) || timeStamp - wroteAt > writingTimeout) stopWriting()
  else {
    wroteAt = timeStamp
    return true
  }
  return false
}

/** In a text of several lines Tab is a slip; from field to field people go by it. */
function afterTab({ target, timeStamp }: KeyboardEvent): number {
  return target instanceof HTMLInputElement && wroteAt === Number.NEGATIVE_INFINITY ? wroteAt : timeStamp
}

/** The key writes or deletes where there is a text. */
function isWriting(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const key = pressedKey(event)
  return key.length === 1 || key === 'Backspace' || key === 'Delete'
}

/** The hotkey that these presses are, the latest first, or 'longer' when they begin one. */
function find(usable: Registered[], presses: string[]): Registered | 'longer' | undefined {
  const keys = presses.join(' ')
  return (
    usable.findLast((each) => each.keys === keys) ??
    (usable.some((each) => each.keys.startsWith(`${keys} `)) ? 'longer' : undefined)
  )
}

function usableAt(event: KeyboardEvent): Registered[] {
  // Focus stays for a moment in what has just closed; its keys are the page's again.
  const target =
    event.target instanceof Element && event.target.closest('[data-closed]') ? null : event.target
  const typing = isTyping(target)
  const isHeld = holdsKeys(target)
  const inModal = document.querySelector('[data-modal][data-open]') !== null
  if (pressedKey(event) === 'Escape' && isFloatOpen()) return []
  return registered.filter((each) => (!(typing || isHeld) || each.whileTyping) && (!inModal || each.inModal))
}

/** Menus, lists and popovers have the keyboard while they are open. Only on an item that one of them shows, the keys of items work. */
function holdsKeys(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return isFloatOpen()
  if (target.closest('[data-item]') !== null && isInFloat(target)) return false
  return isFloatOpen() || target.closest('[role="menu"], [role="listbox"]') !== null
}

/** Signs that shortcuts have with Shift: what Shift makes of them is another one on each keyboard. */
const marks: Record<string, string | undefined> = { Comma: ',', Period: '.', Quote: "'" }

function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'shiftKey' | 'metaKey' | 'ctrlKey'>,
): string {
  const mark = event.shiftKey && (event.metaKey || event.ctrlKey) ? marks[event.code] : undefined
  if (mark !== undefined) return mark

  if (event.key === ' ') return 'space'
  // On keyboards of other scripts the letter's place counts, and Alt on a Mac writes other characters.
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
