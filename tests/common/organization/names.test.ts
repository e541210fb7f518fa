import { describe, expect, test } from 'vitest'
import { displayNameProblem, personNameProblem } from '#common/identity/users/rules.ts'
import { projectNameProblem } from '#common/organization/projects/rules.ts'
import { workspaceNameProblem } from '#common/organization/workspaces/rules.ts'
import { isEmail } from '#common/platform/text.ts'

/** Invisible characters, written by their code points. */
const unseen = [
  0x00ad, 0x115f, 0x180e, 0x200b, 0x200f, 0x202e, 0x2060, 0x2066, 0x2800, 0x3164, 0xfeff, 0xffa0,
]

describe('a name', () => {
  test.each(unseen.map((code) => [code.toString(16), String.fromCodePoint(code)]))(
    'rejects the invisible character U+%s, which would make two names look equal',
    (_, character) => {
      for (const name of [`Ann${character}`, `A${character}nn`, `${character}x`]) {
        const problems = [displayNameProblem, personNameProblem, workspaceNameProblem, projectNameProblem]
        expect(problems.map((problem) => problem(name.trim()))).toEqual(
          name.trim() === name ? problems.map(() => 'characters') : expect.anything(),
        )
        expect(isEmail(`${name}@example.com`)).toBe(false)
        expect(isEmail(`ann@exa${character}mple.com`)).toBe(false)
      }
    },
  )

  test.each([
    'Åsa',
    'محمد',
    'נועה',
    'علی\u200cرضا',
    '田中太郎',
    '葛\u{e0100}城',
    'José',
    'O’Neil',
    '\u0915\u094d\u200d\u0937',
  ])('%s may be one, in whatever script', (name) => expect(displayNameProblem(name)).toBeNull())
})

test.each([
  'ann@mail.example\u3002com',
  'ann@mail.example\uff0ecom',
  'ann\u0001@example.com',
  'ann\u2028@example.com',
])('what only looks like an address is none: %j', (email) => expect(isEmail(email)).toBe(false))
