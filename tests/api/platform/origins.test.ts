import { expect, test } from 'vitest'
import { isOwnOrigin } from '#api/platform/http/csrf.ts'

test.each([
  ['https://work.example.com', 'https://work.example.com', 'work.example.com', true],
  ['https://work.example.com', 'https://evil.example', 'work.example.com', false],
  ['https://work.example.com', 'http://127.0.0.1:3000', '127.0.0.1:3000', false],
  ['http://localhost:3000', 'http://127.0.0.1:3000', '127.0.0.1:3000', true],
  ['http://localhost:3000', 'http://[::1]:3000', '[::1]:3000', true],
  ['http://localhost:3000', 'http://192.168.1.5:3000', '192.168.1.5:3000', true],
  ['http://localhost:3000', 'http://evil.example:3000', 'evil.example:3000', false],
  ['http://localhost:3000', 'http://evil.example', 'localhost:3000', false],
])('security 44: at %s a page of %s sent to %s is ours: %s', (appUrl, origin, host, ours) => {
  expect(isOwnOrigin(origin, host, { appUrl })).toBe(ours)
})
