import { expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import {
  addPastedInvitees,
  emptyInvitee,
  parseEmailAddresses,
} from '#web/organization/workspaces/addresses.ts'

test('addresses are found however mail programs write them', () => {
  const text =
    'Ann Berg <Ann@Example.com>, "Max" <max@example.com>;\n gus@example.com\tmax@example.com nonsense @x'
  expect(parseEmailAddresses(text)).toEqual(['ann@example.com', 'max@example.com', 'gus@example.com'])
})

test('each pasted address has a row of its own', () => {
  const rows = [emptyInvitee(role.guest), emptyInvitee(role.member, 'max@example.com')]
  const after = addPastedInvitees(rows, rows[0]?.key ?? '', [
    'ann@example.com',
    'max@example.com',
    'gus@example.com',
  ])
  expect(after.map(({ email, role: held }) => [email, held])).toEqual([
    ['ann@example.com', role.guest],
    ['gus@example.com', role.guest],
    ['max@example.com', role.member],
  ])
  expect(new Set(after.map((row) => row.key)).size).toBe(3)
})

test('pasting what is there already changes nothing', () => {
  const rows = [emptyInvitee(), emptyInvitee(role.member, 'max@example.com')]
  expect(addPastedInvitees(rows, rows[0]?.key ?? '', ['max@example.com'])).toEqual(rows)
})
