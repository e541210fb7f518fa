import { describe, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import {
  canCreateView,
  canDeleteView,
  canEditView,
  canManageView,
  canSeeView,
} from '#common/work/views/rules.ts'

describe('permissions for a view', () => {
  const shared = { owned_by: 'max', access: 1, is_locked: false } as const
  const hidden = { ...shared, access: 0 } as const
  const locked = { ...shared, is_locked: true }
  const max = { user_id: 'max', role: role.member, sees_all: true }
  const mia = { user_id: 'mia', role: role.member, sees_all: true }
  const ann = { user_id: 'ann', role: role.admin, sees_all: true }
  const gus = { user_id: 'gus', role: role.guest, sees_all: false }
  const gone = { user_id: 'max', role: null, sees_all: false }

  test.each([
    ['its owner', max, shared, 'see hold edit delete'],
    ['its owner, locked', max, locked, 'see hold delete'],
    ['its owner, private', max, hidden, 'see hold edit delete'],
    ['its owner, now a guest', { ...max, role: role.guest, sees_all: false }, hidden, 'see hold edit delete'],
    ['its owner, gone', gone, shared, ''],
    ['a member', mia, shared, 'see'],
    ['a member, private', mia, hidden, ''],
    ['an admin', ann, shared, 'see delete'],
    ['an admin, private', ann, hidden, ''],
    ['a restricted guest', gus, shared, ''],
    ['a guest to whom all is open', { ...gus, sees_all: true }, shared, 'see'],
  ])('%s', (_, actor, view, expected) => {
    const rules = { see: canSeeView, hold: canManageView, edit: canEditView, delete: canDeleteView }
    const may = Object.entries(rules).flatMap(([name, rule]) => (rule(actor, view) ? [name] : []))
    expect(may.join(' ')).toBe(expected)
  })

  test('members create views, guests do not', () => {
    expect([ann, mia, gus, gone].map(canCreateView)).toEqual([true, true, false, false])
  })
})
