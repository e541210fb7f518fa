import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canOfferRole,
  maskEmail,
  maxWorkspaceSlugLength,
  suggestSlug,
  workspaceNameProblem,
  workspaceSlugProblem,
} from '#common/organization/workspaces/rules.ts'
import { type Role, roles } from '#common/platform/roles.ts'

const someRole = fc.constantFrom<Role>(...roles)

describe('the name and address of a workspace', () => {
  test.each([
    ['Acme', null],
    ['Ærø & Søn, Ltd', 'characters'],
    ["O'Neill_2 - Labs & Co.", null],
    ['日本チーム', null],
    [' ', 'required'],
    ['n'.repeat(81), 'too_long'],
    ['Go to https://evil.example', 'url'],
    ['evil.com', 'url'],
  ])('the name %j: %j', (name, problem) => {
    expect(workspaceNameProblem(name)).toBe(problem)
  })

  test.each([
    ['acme', null],
    ['acme_2-b', null],
    ['', 'required'],
    ['Acme', 'characters'],
    ['a b', 'characters'],
    ['../etc', 'characters'],
    ['s'.repeat(49), 'too_long'],
    ['api', 'reserved'],
    ['god-mode', 'reserved'],
    ['workspace-invitations', 'reserved'],
  ])('the slug %j: %j', (slug, problem) => {
    expect(workspaceSlugProblem(slug)).toBe(problem)
  })

  test('a proposed slug breaks no rule but being empty or reserved', () => {
    expect(suggestSlug('Ærø & Søn GmbH')).toBe('aero-son-gmbh')
    expect(suggestSlug('Café Zürich')).toBe('cafe-zurich')
    expect(suggestSlug('Größe & Łódź')).toBe('grosse-lodz')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
        const slug = suggestSlug(name)
        expect(slug.length).toBeLessThanOrEqual(maxWorkspaceSlugLength)
        expect([null, 'required', 'reserved']).toContain(workspaceSlugProblem(slug))
      }),
    )
  })
})

describe('offering a role', () => {
  test('nobody offers above themselves nor meddles with more', () => {
    fc.assert(
      fc.property(someRole, fc.option(someRole), someRole, (actor, offered, wanted) => {
        const allowed = canOfferRole(actor, offered, wanted)
        if (wanted > actor || (offered ?? 0) > actor) expect(allowed).toBe(false)
        else expect(allowed).toBe(true)
      }),
    )
  })
})

test('a masked address keeps its first letter and domain', () => {
  expect(maskEmail('ann@example.com')).toBe('a••@example.com')
  expect(maskEmail('a@b@example.com')).toBe('a••@example.com')
})

test.each(['issues', 'pages'])('the slug %s is reserved, because public addresses begin with it', (slug) => {
  // Public boards have paths below /spaces/issues/, public pages below /spaces/pages/, and public projects
  // below /spaces/{slug}/. These two slugs would therefore be ambiguous.
  expect(workspaceSlugProblem(slug)).toBe('reserved')
})
