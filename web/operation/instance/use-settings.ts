import { useCallback, useState } from 'react'
import type { ConfigurationRow } from '#common/operation/instance/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { type LoadState, useLoadState } from '../../platform/shell/use-load-state.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { toast } from '../../platform/ui/toast.ts'

export type SettingValues = Record<string, string | boolean | null>

export interface InstanceSettings extends LoadState {
  rows: ConfigurationRow[]
  of(category: string): ConfigurationRow[]
  /**
   * Saves the settings. Returns an error message for each rejected setting, or an empty object on success.
   */
  save(values: SettingValues): Promise<Record<string, string>>
}

/** Loads the effective settings of this Tandem instance. */
export function useInstanceSettings(): InstanceSettings {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const [rows, setRows] = useState<ConfigurationRow[]>([])
  const loaded = useLoadState(useCallback(async () => setRows(await request('listConfigurations', {})), []))
  async function save(values: SettingValues): Promise<Record<string, string>> {
    try {
      setRows(await request('updateConfigurations', { body: values }))
      toast.ok(t('instance.saved'), { id: 'instance-settings' })
      return {}
    } catch (error) {
      const fields = error instanceof RequestError ? Object.entries(error.fields) : []
      if (fields.length === 0) toast.error(words(error), { id: 'instance-settings' })
      return Object.fromEntries(fields.map(([key, [sentence = '']]) => [key, sentence]))
    }
  }
  return { ...loaded, rows, of: (category) => rows.filter((row) => row.category === category), save }
}
