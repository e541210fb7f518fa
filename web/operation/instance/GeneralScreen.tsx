import { useCallback, useState } from 'react'
import { maxInstanceNameLength } from '#common/operation/instance/settings.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import { InstanceLoadedContent } from './InstanceLoadedContent.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { useInstanceSettings } from './use-settings.ts'

/**
 * Screen `/admin/general` with the name of this Tandem instance, and the settings for who may sign up and
 * create workspaces.
 */
export function GeneralScreen() {
  const { t } = useTranslation()
  const settings = useInstanceSettings()
  const shown = settings.rows.filter(
    ({ key }) => key === 'ENABLE_SIGNUP' || key === 'DISABLE_WORKSPACE_CREATION',
  )
  return (
    <>
      <Name />
      <SettingsSection title={t('instance.access')}>
        <InstanceLoadedContent of={settings}>
          <SettingsForm rows={shown} save={settings.save} />
        </InstanceLoadedContent>
      </SettingsSection>
    </>
  )
}

function Name() {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const [savedName, setSavedName] = useState('')
  const form = useForm({
    saved: { name: savedName },
    warnsOnLeave: true,
    showsAtOnce: true,
    check: ({ name }) => ({ name: name.trim() === '' && t('instance.nameMissing') }),
    send: async ({ name }) => {
      try {
        const { instance_name } = await request('updateInstance', { body: { instance_name: name } })
        setSavedName(instance_name)
        form.reset()
        toast.ok(t('instance.saved'), { id: 'instance-settings' })
      } catch (error) {
        toast.error(words(error))
      }
    },
  })
  const loaded = useLoadState(
    useCallback(async () => {
      const { instance } = await request('getInstance', {})
      setSavedName(instance.instance_name)
    }, []),
  )
  return (
    <SettingsSection title={t('instance.sections.general')}>
      <InstanceLoadedContent of={loaded}>
        <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
          <Field label={t('instance.name')} hint={t('instance.nameHint')} error={form.problem('name')}>
            <Input autoComplete="off" maxLength={maxInstanceNameLength} {...form.text('name')} />
          </Field>
          {form.isChanged && form.problem('name') === undefined && (
            <Button type="submit" variant="primary" className="self-start">
              {t('instance.save')}
            </Button>
          )}
        </form>
      </InstanceLoadedContent>
    </SettingsSection>
  )
}
