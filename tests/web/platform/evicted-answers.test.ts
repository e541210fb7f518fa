import { expect, test } from 'vitest'
import { selectEvictedAnswers, storedSizeOf } from '#web/platform/app/evicted-answers.ts'

const now = Date.UTC(2026, 5, 10)
const project = (name: string, call: string) => `/api/workspaces/acme/projects/${name}/${call}/`
const answer = (url: string, minutes: number, size = 100) => ({
  url,
  size,
  stored_at: now - minutes * 60_000,
})

test('removes the least recently opened project first', () => {
  const answers = [
    answer(project('old', 'issues'), 30),
    answer(project('recent', 'pages'), 40),
    answer(project('recent', 'issues'), 2),
    answer('/api/workspaces/acme/states/', 1),
  ]
  expect(selectEvictedAnswers(answers, now, 400)).toEqual([])
  expect(selectEvictedAnswers(answers, now, 300)).toEqual([project('old', 'issues')])
  // The older response of the recent project is newer than nothing else, but its project was opened recently.
  expect(selectEvictedAnswers(answers, now, 200)).toEqual([
    project('recent', 'pages'),
    project('old', 'issues'),
  ])
})

test('removes responses that are older than seven days', () => {
  const answers = [answer('/api/users/me/', 8 * 24 * 60), answer('/api/instances/', 6 * 24 * 60)]
  expect(selectEvictedAnswers(answers, now)).toEqual(['/api/users/me/'])
})

test('counts two bytes per character of texts that are not Latin', () => {
  expect(storedSizeOf('Größe')).toBe(5)
  expect(storedSizeOf('日本')).toBe(4)
})
