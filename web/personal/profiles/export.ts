import { expectedUserHeader } from '#common/identity/sign-in/expected-user.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

/** Downloads the activities of a day. Returns false when that failed. */
export async function exportActivityOfDay(userId: string, date: string): Promise<boolean> {
  const answer = await fetch(`/api/workspaces/${currentSlug()}/user-activity/${userId}/export/`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', [expectedUserHeader]: getMyId() },
    body: JSON.stringify({ date }),
  }).catch(() => null)
  if (!answer?.ok) return false
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = `activity-${date}.csv`
  link.click()
  URL.revokeObjectURL(url)
  return true
}
