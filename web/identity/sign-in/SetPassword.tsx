import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { csrfToken, request, store } from '../../platform/app/sync.ts'
import { loadSession, meAtom, ownHomePath } from '../../platform/person/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import { AuthPage } from './AuthPage.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { useSignInParams } from './sign-in-params.ts'
import { useIdentityProof } from './two-factor/use-identity-proof.tsx'
import { useErrorMessage } from './use-error-message.ts'

/** Lets users who signed up with a code set a password. */
export function SetPassword() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const navigate = useNavigate()
  const { nextPath } = useSignInParams()
  const me = useAtomValue(meAtom)
  const form = useForm({
    saved: { password: '' },
    send: ({ password }) =>
      attempt({
        title: t('security.setPassword'),
        text: t('secondFactor.proofText'),
        confirm: t('secondFactor.continue'),
        async onProved(proof) {
          const csrf_token = await csrfToken()
          store.set(meAtom, await request('setPassword', { body: { ...proof, password } }, { csrf_token }))
          await leave()
        },
      }),
    explain: (error) => ({ password: errorMessage(error) }),
  })
  const { attempt, dialog } = useIdentityProof()
  useEffect(() => void loadSession().catch(() => {}), [])
  const leave = () => navigate(nextPath ?? ownHomePath())

  return (
    <AuthPage title={t('auth.set.title')} text={t('auth.set.text')}>
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <input type="email" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
        <NewPasswordField
          password={form.values.password}
          known={me === null ? [] : [me.email, me.first_name, me.last_name]}
          error={form.problem('password') ?? null}
          onChange={(password) => form.set({ password })}
        />
        <Button type="submit" variant="primary" size="lg" loading={form.sending} disabled={me === null}>
          {t('auth.set.save')}
        </Button>
        <Button variant="ghost" size="lg" onClick={() => void leave()}>
          {t('auth.set.later')}
        </Button>
      </form>
      {dialog}
    </AuthPage>
  )
}
