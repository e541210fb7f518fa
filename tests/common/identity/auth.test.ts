import querystring from 'node:querystring'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStrongPassword } from '#api/identity/sign-in/passwords.ts'
import { authErrorMessage, authErrors } from '#common/identity/sign-in/errors.ts'
import { homePath } from '#common/identity/sign-in/home-path.ts'
import { sanitizeNextPath } from '#common/identity/sign-in/next-path.ts'
import { estimatePasswordStrength } from '#common/identity/sign-in/strength.ts'
import {
  displayNameFromEmail,
  displayNameProblem,
  isTimezone,
  personNameProblem,
} from '#common/identity/users/rules.ts'
import { english as en } from '#common/locales/english.ts'
import { containsUrl } from '#common/platform/text.ts'

const origin = 'https://tandem.example'

/** Paths that randomly combine the parts that attackers use for open redirects. */
const smuggled = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '\\',
        '\t',
        '\n',
        '\0',
        ' ',
        '.',
        '..',
        '%2e',
        '%2F',
        '%5c',
        '%09',
        '%25',
        ':',
        '@',
        '?',
        '#',
        ';',
      ),
      fc.constantFrom(
        'https://',
        'HTTP://',
        'https:',
        'evil.example',
        'javascript:',
        'data:',
        'acme',
        'x',
        'ü',
        '\u2028',
        '<script',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('security 43: no next path leads to another site', () => {
  return fc.assert(
    fc.property(fc.oneof(smuggled, fc.string(), fc.webUrl()), (given) => {
      const path = sanitizeNextPath(given)
      if (path === null) return
      const url = new URL(path, origin)
      expect(url.origin).toBe(origin)
      expect(path).toMatch(/^\/(?!\/)/)
      expect(path.length).toBeLessThanOrEqual(500)
      // `querystring.unescape` does not throw if the decoded bytes are not valid text.
      expect(querystring.unescape(path)).not.toMatch(/\.\.|\\|\p{Cc}/u)
      // Sanitizing a path that is already sanitized does not change the path.
      expect(sanitizeNextPath(path)).toBe(path)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['/acme/projects/1?peek=2#comment', '/acme/projects/1?peek=2#comment'],
  ['/müller/x', '/müller/x'],
  ['https://evil.example/acme', '/acme'],
  ['\\/acme', '/acme'],
  ['//evil.example', null],
  ['/\\evil.example', '/evil.example'],
  ['/\t/evil.example', null],
  ['https://a//evil.example', null],
  ['/a/../../b', null],
  ['/a/%2e%2e/b', null],
  ['/%2Fevil.example', null],
  ['javascript:alert(1)', null],
  ['/x?next=javascript:alert(1)', null],
  ['acme', null],
  ['', null],
  [`/${'a'.repeat(500)}`, null],
])('security 43: the next path %j becomes %j', (given, path) => {
  expect(sanitizeNextPath(given)).toBe(path)
})

test('a missing next path is null', () => {
  expect(sanitizeNextPath(undefined)).toBeNull()
  expect(sanitizeNextPath(null)).toBeNull()
})

test.each([
  [{ is_onboarded: false, slug: 'acme', invites: 1 }, '/onboarding'],
  [{ is_onboarded: true, slug: 'acme', invites: 1 }, '/acme'],
  [{ is_onboarded: true, slug: 'acme', invites: 1, first_screen: 'inbox' as const }, '/acme/notifications'],
  [{ is_onboarded: true, slug: null, invites: 1, first_screen: 'inbox' as const }, '/invitations'],
  [{ is_onboarded: true, slug: null, invites: 1 }, '/invitations'],
  [{ is_onboarded: true, slug: null, invites: 0 }, '/create-workspace'],
])('a user who is %j is redirected to %s', (standing, path) => {
  expect(homePath({ first_screen: 'home', ...standing })).toBe(path)
})

test('every error code has an English message', () => {
  for (const code of Object.values(authErrors)) expect(en.auth.errors).toHaveProperty(authErrorMessage(code))
  expect(authErrorMessage(authErrors.PASSWORD_TOO_WEAK)).toBe('password_weak')
  expect(authErrorMessage(Number('x'))).toBe('other')
})

test('security 38: common passwords are weak, uncommon ones strong', async () => {
  for (const weak of [
    'password',
    'Password1!',
    'qwertyuiop',
    '1234567890',
    'iloveyou2',
    'letmein!letmein!',
    'Berlin1989',
  ]) {
    expect(await isStrongPassword(weak, []), weak).toBe(false)
    expect(estimatePasswordStrength(weak), weak).toBeLessThan(3)
  }
  for (const strong of [
    'correct horse battery staple',
    'violet-harbour-92-kite',
    'purple elephant',
    'm0unt41n-R4in',
  ]) {
    expect(await isStrongPassword(strong, []), strong).toBe(true)
    expect(estimatePasswordStrength(strong), strong).toBeGreaterThanOrEqual(3)
  }
})

test('a password similar to the own address is weak', async () => {
  const known = ['annabella.lighthouse@example.com']
  expect(await isStrongPassword('annabella.lighthouse', known)).toBe(false)
  expect(estimatePasswordStrength('annabella.lighthouse', known)).toBeLessThan(3)
})

test('a password of more than 128 characters is rejected', async () => {
  const long = 'violet-harbour-92-kite-'.repeat(6)
  expect(await isStrongPassword(long.slice(0, 128), [])).toBe(true)
  expect(await isStrongPassword(long.slice(0, 129), [])).toBe(false)
})

test('a name derived from an address is never a link', () => {
  const front = fc.stringMatching(/^[a-z0-9._+-]{1,80}$/)
  return fc.assert(
    fc.property(fc.oneof(front, fc.constantFrom('www.evil', 'ann.dev', 'x.com', '...')), (text) => {
      const name = displayNameFromEmail(`${text}@example.com`)
      expect(displayNameProblem(name)).toBeNull()
      expect(containsUrl(name)).toBe(false)
    }),
  )
})

test.each([
  ["Zoë O'Neill-Núñez", null],
  ['', null],
  ['x'.repeat(51), 'too_long'],
  ['www.evil.example', 'url'],
  ['Ann1', 'characters'],
])('the name %j has the problem %j', (name, problem) => {
  expect(personNameProblem(name)).toBe(problem)
})

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Asia/Calcutta', true],
  ['+02:00', false],
  ['Mars/Olympus', false],
  ['', false],
])('the time zone check of %j returns %j', (name, is) => {
  expect(isTimezone(name)).toBe(is)
})
