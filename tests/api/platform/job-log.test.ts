import { pino } from 'pino'
import { expect, test } from 'vitest'
import { ExternalServerError } from '#api/platform/context/job.ts'
import { logJobFailure } from '#api/platform/jobs/jobs.ts'

function logged(error: Error): Record<string, unknown> {
  const lines: string[] = []
  logJobFailure(
    pino({}, { write: (line) => void lines.push(line) }),
    error,
    { job: 'deliver' },
    'a job failed',
  )
  expect(lines).toHaveLength(1)
  return JSON.parse(lines[0] ?? '')
}

test('logs an external failure as one info line without a stack', () => {
  const line = logged(new ExternalServerError('a webhook was not delivered: no such host'))
  expect(line).toMatchObject({
    level: 30,
    job: 'deliver',
    reason: 'a webhook was not delivered: no such host',
  })
  expect(JSON.stringify(line)).not.toContain('job-log.test')
})

test('any other failure is an error with its stack', () => {
  expect(logged(new TypeError('x is not a function'))).toMatchObject({
    level: 50,
    err: { type: 'TypeError' },
  })
})
