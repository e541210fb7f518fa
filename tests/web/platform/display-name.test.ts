import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import i18next from 'i18next'
import { afterEach, expect, test } from 'vitest'
import { deletedUserName } from '#common/identity/users/rules.ts'
import { displayNameOf } from '#web/platform/person/display-name.ts'

const web = fileURLToPath(new URL('../../../web/', import.meta.url))

/** Files that compare or edit the stored name instead of showing it. */
const others = [
  'platform/person/display-name.ts',
  'work/listing/sort-name.ts',
  'personal/account/NameForm.tsx',
  'organization/onboarding/ProfileStep.tsx',
]

i18next.addResourceBundle('de', 'translation', { ui: { deletedUser: 'Gelöschtes Konto' } }, true)

afterEach(() => i18next.changeLanguage('en'))

test('deleted accounts have a name in the language of the reader', async () => {
  const deleted = { display_name: deletedUserName }
  expect(displayNameOf(deleted)).toBe('Deleted user')
  await i18next.changeLanguage('de')
  expect(displayNameOf(deleted)).toBe('Gelöschtes Konto')
  expect(displayNameOf({ display_name: 'Ann' })).toBe('Ann')
  expect(displayNameOf(undefined)).toBeUndefined()
  expect(displayNameOf({ display_name: null })).toBeUndefined()
})

test('no component shows the stored name', () => {
  const direct = globSync('**/*.{ts,tsx}', { cwd: web })
    .filter((path) => !others.includes(path))
    .flatMap((path) =>
      readFileSync(join(web, path), 'utf8')
        .split('\n')
        .filter((line) => /\.display_name\b|[:=] ?\{?display_name\b|^\s*\{display_name\}/.test(line))
        .filter((line) => !line.includes('displayNameOf({ display_name'))
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(direct).toEqual([])
})
