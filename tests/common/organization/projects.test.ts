import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  effectiveProjectRole,
  identifierProblem,
  normalizeIdentifier,
  projectNameProblem,
  projectRoleProblem,
  suggestIdentifier,
} from '#common/organization/projects/rules.ts'
import { projectRole, type Role, role, roles } from '#common/platform/roles.ts'
import { canNestLabel } from '#common/work/labels/rules.ts'

const someRole = fc.constantFrom<Role>(...roles)

describe('the name and key of a project', () => {
  test('each forbidden character is refused in both', () => {
    for (const character of "&+,:;$^}{*=?@#|'<>.()%!-") {
      expect(projectNameProblem(`Web${character}site`)).toBe('characters')
      expect(identifierProblem(`WEB${character}`)).toBe('characters')
    }
  })

  test.each([
    ['Website 2', null],
    ['Straße_und/Weg', null],
    ['  ', 'required'],
    ['n'.repeat(256), 'too_long'],
  ])('the name %j: %j', (name, problem) => {
    expect(projectNameProblem(name)).toBe(problem)
  })

  test.each([
    ['ATL', null],
    [' atl ', null],
    ['', 'required'],
    ['ABCDEFGHIJKLM', 'too_long'],
    ['A B', 'characters'],
  ])('the key %j: %j', (identifier, problem) => {
    expect(identifierProblem(identifier)).toBe(problem)
  })

  test('a proposed key breaks no rule but being empty', () => {
    expect(suggestIdentifier('Mobile app')).toBe('MOB')
    expect(suggestIdentifier('Übergröße')).toBe('UBE')
    expect(suggestIdentifier('ビジネス')).toBe('ビジネ')
    expect(suggestIdentifier('프로젝트')).toBe('프로젝')
    expect(suggestIdentifier('Район')).toBe('РАЙ')
    expect(suggestIdentifier('Ready for the season')).toBe('RFT')
    expect(suggestIdentifier('Mobile app', new Set(['MOB']))).toBe('MOI')
    expect(suggestIdentifier('Go')).toBe('GO')
    expect(normalizeIdentifier(' atl ')).toBe('ATL')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect([null, 'required']).toContain(identifierProblem(suggestIdentifier(name)))
      }),
    )
  })
})

describe('roles in a project', () => {
  test('what is stored is what counts', () => {
    fc.assert(
      fc.property(someRole, someRole, (workspace_role, given) => {
        const member_role = effectiveProjectRole(workspace_role, given)
        expect(projectRole({ workspace_role, member_role })).toBe(member_role)
      }),
    )
  })

  test('nobody but a workspace admin gives as much as they hold', () => {
    fc.assert(
      fc.property(someRole, someRole, someRole, someRole, (workspace_role, held, current, wanted) => {
        const problem = projectRoleProblem({ workspace_role, role: held }, current, wanted)
        if (workspace_role === role.admin) expect(problem).toBeNull()
        else expect(problem === null).toBe(current < held && wanted < held)
      }),
    )
  })
})

test('labels nest one level deep and never in themselves', () => {
  const top = { id: 'top', parent: null }
  expect(canNestLabel({ id: 'a', parent: null, has_children: false }, top)).toBe(true)
  expect(canNestLabel({ id: 'a', parent: null, has_children: true }, top)).toBe(false)
  expect(canNestLabel({ id: 'a', parent: null, has_children: false }, { id: 'b', parent: 'top' })).toBe(false)
  expect(canNestLabel({ ...top, has_children: false }, top)).toBe(false)
})
