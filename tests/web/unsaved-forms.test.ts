import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Forms without `useUnsaved`, and why nothing is lost by leaving them. */
const exempt: Record<string, string> = {
  'web/ui/DialogPopup.tsx': 'The window asks for what is typed in it (use-typed-guard.tsx).',
  'web/api-tokens/ApiTokenForm.tsx': 'It is in a dialog, which asks.',
  'web/webhooks/NewWebhook.tsx': 'It is in a dialog, which asks.',
  'web/workspaces/InvitePeople.tsx': 'It is in a dialog, which asks, or in onboarding.',
  'web/workspaces/CreateWorkspaceForm.tsx': 'It is in a dialog, which asks, or in onboarding.',
  'web/onboarding/ProfileStep.tsx': 'Onboarding has no way out of it but signing out.',
  'web/ui/DatePanel.tsx': 'It chooses a date.',
  'web/listing/filters/FilterText.tsx': 'It filters at once.',
  'web/editor/LinkField.tsx': 'It is a toolbar of a text, with one address.',
  'web/instance/EmailScreen.tsx': 'It sends a test message to an address.',
  'web/comments/Composer.tsx': 'It keeps what is written as a draft.',
  'web/spaces/WriteComment.tsx': 'It keeps what is written in the session.',
  'web/auth/EmailStep.tsx': 'Signing in.',
  'web/auth/ForgotPassword.tsx': 'Signing in.',
  'web/auth/AuthForm.tsx': 'Signing in.',
  'web/auth/SetPassword.tsx': 'Signing in.',
}

test('every form asks before what is written in it is lost', async () => {
  const silent: string[] = []
  for await (const path of glob('web/**/*.tsx', { cwd: root })) {
    const source = await readFile(`${root}${path}`, 'utf8')
    if (/<form\b/.test(source) && !source.includes('useUnsaved(')) silent.push(path)
  }
  expect(silent.filter((path) => !path.startsWith('web/gallery/')).sort()).toEqual(Object.keys(exempt).sort())
})
