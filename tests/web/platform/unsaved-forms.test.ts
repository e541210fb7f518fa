import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Forms that need no `useWarnIfUnsaved` and `warnsOnLeave`, with the reason why leaving them loses nothing. */
const exempt: Record<string, string> = {
  'web/platform/ui/DialogPopup.tsx': 'The window asks for what is typed in it (use-unsaved-text-guard.tsx).',
  'web/organization/workspaces/InvitePeople.tsx': 'It is in a dialog, which asks, or in onboarding.',
  'web/organization/workspaces/CreateWorkspaceForm.tsx': 'It is in a dialog, which asks, or in onboarding.',
  'web/organization/onboarding/ProfileStep.tsx': 'Onboarding has no way out of it but signing out.',
  'web/platform/ui/DatePanel.tsx': 'It chooses a date.',
  'web/work/listing/filters/FilterText.tsx': 'It filters at once.',
  'web/documents/editor/LinkUrlForm.tsx': 'It is a toolbar of a text, with one address.',
  'web/operation/instance/EmailScreen.tsx': 'It sends a test message to an address.',
  'web/operation/instance/GithubAppScreen.tsx': 'It leads to GitHub.',
  'web/documents/comments/Composer.tsx': 'It keeps what is written as a draft.',
  'web/sharing/spaces/PublicCommentForm.tsx': 'It keeps what is written in the session.',
  'web/identity/sign-in/EmailStep.tsx': 'Signing in.',
  'web/identity/sign-in/ForgotPassword.tsx': 'Signing in.',
  'web/identity/sign-in/AuthForm.tsx': 'Signing in.',
  'web/identity/sign-in/SetPassword.tsx': 'Signing in.',
}

test('every form asks before it discards text', async () => {
  const silent: string[] = []
  for await (const path of glob('web/**/*.tsx', { cwd: root })) {
    const source = await readFile(`${root}${path}`, 'utf8')
    if (/<form\b/.test(source) && !/useWarnIfUnsaved\(|warnsOnLeave: true/.test(source)) silent.push(path)
  }
  expect(silent.filter((path) => !path.startsWith('web/platform/gallery/')).sort()).toEqual(
    Object.keys(exempt).sort(),
  )
})
