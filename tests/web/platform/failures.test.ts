import { expect, test } from 'vitest'
import type { CallName } from '#common/calls.ts'
import { failureMessageOf, intakePageFailureMessage } from '#web/platform/app/failures.ts'
import { createRequestClient, RequestError } from '#web/platform/sync/http.ts'

function failed(call: CallName) {
  const error = new RequestError('internal', 'internal')
  error.call = call
  return failureMessageOf(error)
}

const pageText = (what: string) => `Failed to ${what}, Please try again later.`

test.each<[CallName, string]>([
  ['listEstimates', 'Error fetching estimates'],
  ['listWorkspaceEstimates', 'Error fetching estimates'],
  ['createEstimate', 'Error creating estimate'],
  ['deleteEstimate', 'Error deleting estimate'],
  ['getInstance', 'Failed to fetch instance info'],
  ['getSettings', 'Failed to fetch user settings'],
])('the failure of %s has a message', (call, message) => {
  expect(failed(call)).toEqual({ code: null, title: null, message })
})

test.each<[CallName, string, string]>([
  ['getProfile', 'user-profile-fetch-error', 'Failed to fetch user profile'],
  ['updateProfile', 'user-profile-update-error', 'Failed to update user profile'],
  ['setOnboarded', 'user-profile-onboard-finish-error', 'Failed to finish user onboarding'],
  ['setTourCompleted', 'user-profile-tour-complete-error', 'Failed to complete the tour'],
  ['getMe', 'user-fetch-error', 'Failed to fetch current user'],
  ['updateMe', 'user-update-error', 'Failed to update current user'],
  ['listInboxIssues', 'init-error', 'Error fetching the intake work items please try again later.'],
])('the failure of %s has the code %s', (call, code, message) => {
  expect(failed(call)).toEqual({ code, title: null, message })
})

test.each<[CallName, string]>([
  ['listPages', pageText('fetch the pages')],
  ['listWorkspacePages', pageText('fetch the pages')],
  ['getPage', pageText('fetch the page')],
  ['createPage', pageText('create a page')],
  ['deletePage', pageText('delete a page')],
])('the failure of %s has the title Failed', (call, message) => {
  expect(failed(call)).toEqual({ code: null, title: 'Failed', message })
})

test('a later page of the intake list has a message of its own', () => {
  expect(intakePageFailureMessage()).toEqual({
    code: 'pagination-error',
    title: null,
    message: 'Error fetching the paginated intake work items please try again later.',
  })
})

test('other failures have no message of their own', () => {
  expect(failed('listProjects')).toBeNull()
  expect(failureMessageOf(new Error('Failed'))).toBeNull()
  expect(failureMessageOf(new RequestError('internal', 'internal'))).toBeNull()
})

test('a failed request knows its call', async () => {
  const refusing = createRequestClient(
    async () => new Response('{}', { status: 500 }),
    () => undefined,
  )
  const error: unknown = await refusing.request('getProfile', {}).catch((reason: unknown) => reason)
  expect(failureMessageOf(error)?.code).toBe('user-profile-fetch-error')
})
