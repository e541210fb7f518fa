import { expect, test } from 'vitest'
import { localizedDisplayName } from '#api/identity/users/display-name.ts'
import { describeNotificationEvent } from '#api/personal/notifications/describe-event.ts'
import { deletedUserName } from '#common/identity/users/rules.ts'
import type { NotificationEvent } from '#common/personal/notifications/schema.ts'

test('emails and files name deleted accounts in the language of the reader', () => {
  expect(localizedDisplayName('de', deletedUserName)).toBe('Gelöschtes Konto')
  expect(localizedDisplayName('ja', deletedUserName)).toBe('削除済みユーザー')
  expect(localizedDisplayName('de', 'Ann')).toBe('Ann')
})

test('activity sentences name deleted accounts in the language of the reader', () => {
  const assigned = { verb: 'updated', field: 'assignees', old_value: '', new_value: deletedUserName }
  const event = { ...assigned, old_identifier: null, new_identifier: null } as NotificationEvent
  expect(describeNotificationEvent(event, '', 'de')).toContain('Gelöschtes Konto')
  expect(describeNotificationEvent({ ...event, field: 'labels' }, '', 'de')).toContain(deletedUserName)
})
