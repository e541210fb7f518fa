import { type FormEvent, useCallback, useState } from 'react'
import { instanceNameLength } from '#common/operation/instance/settings.ts'
import { useProblemWords } from '../../identity/sign-in/problems.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { useLoaded } from '../../platform/shell/use-loaded.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useUnsaved } from '../../platform/ui/unsaved.ts'
import { InstancePart, UntilLoaded } from './InstancePart.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { useSettings } from './use-settings.ts'

/** `/god-mode/general`: what the installation is called, and who may come in and make workspaces. */
export function GeneralScreen() {
  const { t } = useTranslation()
  const settings = useSettings()
  const shown = settings.rows.filter(
    ({ key }) => key === 'ENABLE_SIGNUP' || key === 'DISABLE_WORKSPACE_CREATION',
  )
  return (
    <>
      <Name />
      <InstancePart title={t('instance.access')}>
        <UntilLoaded loaded={settings}>
          <SettingsForm rows={shown} save={settings.save} />
        </UntilLoaded>
      </InstancePart>
    </>
  )
}

function Name() {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [kept, setKept] = useState('')
  const [name, setName] = useState('')
  useUnsaved(name.trim() !== kept)
  const loaded = useLoaded(
    useCallback(async () => {
      const { instance } = await request('getInstance', {})
      setKept(instance.instance_name)
      setName(instance.instance_name)
    }, []),
  )
  async function submit(event: FormEvent) {
    event.preventDefault()
    try {
      const { instance_name } = await request('updateInstance', { body: { instance_name: name } })
      setKept(instance_name)
      setName(instance_name)
      toast.ok(t('instance.saved'), { id: 'instance-settings' })
    } catch (error) {
      toast.error(words(error))
    }
  }
  return (
    <InstancePart title={t('instance.sections.general')}>
      <UntilLoaded loaded={loaded}>
        <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
          <Field
            label={t('instance.name')}
            hint={t('instance.nameHint')}
            error={name.trim() === '' && t('instance.nameMissing')}
          >
            <Input
              autoComplete="off"
              maxLength={instanceNameLength}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          {name.trim() !== kept && name.trim() !== '' && (
            <Button type="submit" variant="primary" className="self-start">
              {t('instance.save')}
            </Button>
          )}
        </form>
      </UntilLoaded>
    </InstancePart>
  )
}
