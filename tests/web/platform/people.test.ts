import { expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { emojiFromLogo, emojiLogo } from '#common/platform/logo.ts'
import { initials } from '#web/platform/ui/initials.ts'
import { computeDistinctPersonColors, personColor } from '#web/platform/ui/person-color.ts'

test('a person has the same color every time', () => {
  const id = newId()
  expect(personColor(id)).toBe(personColor(id))
  expect(personColor(id)).toMatch(/^var\(--person-([1-9]|1[0-2])\)$/)
})

test('people made one after another differ in color', () => {
  const colors = new Set(Array.from({ length: 200 }, () => personColor(newId())))
  expect(colors.size).toBe(12)
})

test('initials are whole characters of any script', () => {
  expect(initials('Ada Okafor')).toBe('AO')
  expect(initials('ann')).toBe('A')
  expect(initials('émile van der berg')).toBe('ÉB')
  expect(initials('山田 太郎')).toBe('山太')
  expect(initials('👩‍🚀 Sally')).toBe('👩‍🚀S')
  expect(initials('  ')).toBe('?')
})

test('an emoji survives its way through the wire', () => {
  for (const emoji of ['🧭', '👩‍🚀', '1️⃣', '🇩🇪']) expect(emojiFromLogo(emojiLogo(emoji))).toBe(emoji)
  expect(emojiLogo('🧭')).toEqual({ in_use: 'emoji', emoji: { value: '129517' } })
  expect(emojiFromLogo({ in_use: 'emoji', emoji: { value: '99999999' } })).toBeUndefined()
  expect(emojiFromLogo({ in_use: 'icon', icon: { name: 'Bug' } })).toBeUndefined()
})

test('people of one workspace have different colors, which newcomers do not change', () => {
  const ids = Array.from({ length: 36 }, () => newId())
  const colors = computeDistinctPersonColors(ids)
  expect(new Set(colors.values()).size).toBe(36)
  expect(new Set(computeDistinctPersonColors(ids.slice(0, 12)).values()).size).toBe(12)
  for (const id of ids.slice(0, 20))
    expect(computeDistinctPersonColors(ids.slice(0, 20)).get(id)).toBe(colors.get(id))
  expect(computeDistinctPersonColors([...ids].reverse())).toEqual(colors)
})
