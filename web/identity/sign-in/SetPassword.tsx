import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { csrfToken, request, store } from '../../platform/app/sync.ts'
import { loadSession, meAtom, ownHomePath } from '../../platform/person/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { AuthPage } from './AuthPage.tsx'
import { useArrival } from './arrival.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { useProblemWords } from './problems.ts'
import { useProof } from './second-factor/use-proof.tsx'

/** For accounts made by a code: a password, for those who want one. */
export function SetPassword() {
  const { t } = useTranslation()
  const words = useProblemWords()
  const navigate = useNavigate()
  const { nextPath } = useArrival()
  const me = useAtomValue(meAtom)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const { attempt, dialog } = useProof()
  useEffect(() => void loadSession().catch(() => {}), [])
  const leave = () => navigate(nextPath ?? ownHomePath())

  async function submit(event: FormEvent) {
    event.preventDefault()
    setError(null)
    setSending(true)
    try {
      await attempt({
        title: t('security.setPassword'),
        text: t('secondFactor.proofText'),
        confirm: t('secondFactor.continue'),
        async onProved(proof) {
          const csrf_token = await csrfToken()
          store.set(meAtom, await request('setPassword', { body: { ...proof, password } }, { csrf_token }))
          await leave()
        },
      })
    } catch (refusal) {
      setError(words(refusal))
    }
    setSending(false)
  }

  return (
    <AuthPage title={t('auth.set.title')} text={t('auth.set.text')}>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <input type="email" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
        <NewPasswordField
          password={password}
          known={me === null ? [] : [me.email, me.first_name, me.last_name]}
          error={error}
          onChange={(typed) => {
            setPassword(typed)
            setError(null)
          }}
        />
        <Button type="submit" variant="primary" size="lg" loading={sending} disabled={me === null}>
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
