import { meantUserHeader } from '#common/identity/sign-in/meant-user.ts'
import { myId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

/** Has the browser keep the file of what a person did on a day; answers whether that worked. */
export async function exportDay(userId: string, date: string): Promise<boolean> {
  const answer = await fetch(`/api/workspaces/${currentSlug()}/user-activity/${userId}/export/`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', [meantUserHeader]: myId() },
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
