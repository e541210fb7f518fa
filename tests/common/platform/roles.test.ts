import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canGrantRole,
  canSeeWholeProject,
  hasRoleAtLeast,
  projectRole,
  type Role,
  role,
  roleName,
  roles,
} from '#common/platform/roles.ts'

const { guest, member, admin } = role
const anyRole = fc.constantFrom<Role>(...roles)

describe('the role in a project', () => {
  const table: [Role | null, Role | null, Role | null][] = [
    // Each row contains the role in the workspace, the role in the project, and the effective role.
    [null, null, null],
    [null, admin, null],
    [guest, null, null],
    [guest, guest, guest],
    [guest, member, guest],
    [guest, admin, guest],
    [member, null, null],
    [member, guest, guest],
    [member, member, member],
    [member, admin, admin],
    [admin, null, admin],
    [admin, guest, admin],
    [admin, member, admin],
    [admin, admin, admin],
  ]
  test.each(table)('of %s in the workspace with %s is %s', (workspace_role, member_role, expected) => {
    expect(projectRole({ workspace_role, member_role })).toBe(expected)
  })
})

describe('security 5: a role', () => {
  test('only admins can grant a role above their own', () => {
    fc.assert(
      fc.property(anyRole, fc.option(anyRole), anyRole, (actor, current, wanted) => {
        fc.pre(canGrantRole(actor, current, wanted) && actor !== admin)
        expect(wanted).toBeLessThanOrEqual(actor)
        expect(current === null || current < actor).toBe(true)
      }),
    )
  })

  test('can be changed in every way by an admin', () => {
    for (const current of [null, ...roles]) {
      for (const wanted of roles) expect(canGrantRole(admin, current, wanted)).toBe(true)
    }
  })

  test('the role of equal or higher members cannot be changed', () => {
    expect(canGrantRole(member, member, guest)).toBe(false)
    expect(canGrantRole(member, admin, guest)).toBe(false)
    expect(canGrantRole(guest, guest, guest)).toBe(false)
    expect(canGrantRole(member, guest, member)).toBe(true)
    expect(canGrantRole(member, null, admin)).toBe(false)
  })
})

test('a guest sees the whole project only when it is opened', () => {
  expect(roles.map((held) => canSeeWholeProject(held, false))).toEqual([false, true, true])
  expect(roles.map((held) => canSeeWholeProject(held, true))).toEqual([true, true, true])
  expect([true, false].map((opened) => canSeeWholeProject(null, opened))).toEqual([false, false])
})

test('without a role, no minimum role is reached', () => {
  expect(roles.map((needed) => hasRoleAtLeast(null, needed))).toEqual([false, false, false])
  expect(roles.map((held) => hasRoleAtLeast(held, member))).toEqual([false, true, true])
})

test('roles are the three numbers of the wire', () => {
  expect(roles.map(roleName)).toEqual(['guest', 'member', 'admin'])
  expect(roles).toEqual([5, 15, 20])
})
