import { expect, test } from 'vitest'
import { formatHotkeyFromEvent } from '#web/platform/ui/hotkeys.ts'

const press = (key: string, code: string, held: { ctrl?: true; alt?: true; shift?: true } = {}) =>
  formatHotkeyFromEvent({
    key,
    code,
    ctrlKey: held.ctrl ?? false,
    altKey: held.alt ?? false,
    shiftKey: held.shift ?? false,
    metaKey: false,
  })

test('a press is named by its keys and modifiers', () => {
  expect(press('c', 'KeyC')).toBe('c')
  expect(press('k', 'KeyK', { ctrl: true })).toBe('mod+k')
  expect(press('C', 'KeyC', { ctrl: true, shift: true })).toBe('mod+shift+c')
  expect(press('Enter', 'Enter', { shift: true })).toBe('shift+enter')
  expect(press(' ', 'Space')).toBe('space')
})

test('characters that need Shift are named as typed', () => {
  expect(press('?', 'Slash', { shift: true })).toBe('?')
})

test('signs that shortcuts have with Shift go by their place', () => {
  expect(press('<', 'Comma', { ctrl: true, shift: true })).toBe('mod+shift+,')
  expect(press(';', 'Comma', { ctrl: true, shift: true })).toBe('mod+shift+,')
  expect(press('.', 'Period', { ctrl: true })).toBe('mod+.')
})

test('a character typed with AltGr is no shortcut', () => {
  const held = { ctrlKey: true, altKey: true, shiftKey: false, metaKey: false }
  const getModifierState = (name: string) => name === 'AltGraph'
  expect(formatHotkeyFromEvent({ key: '€', code: 'KeyE', ...held, getModifierState })).toBe('')
  expect(formatHotkeyFromEvent({ key: '@', code: 'KeyQ', ...held, getModifierState })).toBe('')
})

test('other scripts use the place of a letter', () => {
  expect(press('л', 'KeyK', { ctrl: true })).toBe('mod+k')
  expect(press('ç', 'KeyC', { alt: true })).toBe('alt+c')
})
