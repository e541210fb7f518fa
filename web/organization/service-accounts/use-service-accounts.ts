import { useCallback, useState } from 'react'
import type { Calls } from '#common/calls.ts'
import type { ServiceAccount } from '#common/organization/service-accounts/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { compareNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { toast } from '../../platform/ui/toast.ts'

export type ServiceAccountValues = BodyOf<Calls['createServiceAccount']>
export type ServiceAccountChange = BodyOf<Calls['updateServiceAccount']>

/** Returns the path parameters of the calls for a service account. */
export function serviceAccountParams(id: string) {
  return { slug: currentSlug(), service_account_id: id }
}

/** Loads the service accounts of the workspace, and returns functions that change them. */
export function useServiceAccounts() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [accounts, setAccounts] = useState<ServiceAccount[]>([])
  const read = useCallback(
    async () => setAccounts(await request('listServiceAccounts', { params: { slug: currentSlug() } })),
    [],
  )
  const loaded = useLoadState(read)

  function put(changed: ServiceAccount): void {
    setAccounts((all) =>
      [...all.filter(({ id }) => id !== changed.id), changed].sort((a, b) =>
        compareNames(displayNameOf(a), displayNameOf(b)),
      ),
    )
  }

  /** Shows an error of the server, and rethrows it so that dialogs stay open. */
  async function withErrorToast<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      toast.error(errorMessage(error))
      throw error
    }
  }

  async function create(body: ServiceAccountValues): Promise<ServiceAccount> {
    const created = await request('createServiceAccount', { params: { slug: currentSlug() }, body })
    put(created)
    return created
  }

  async function update(id: string, body: ServiceAccountChange): Promise<void> {
    if (Object.keys(body).length > 0)
      put(await request('updateServiceAccount', { params: serviceAccountParams(id), body }))
  }

  async function disable({ id, display_name: name }: ServiceAccount): Promise<void> {
    const changed = await withErrorToast(
      request('disableServiceAccount', { params: serviceAccountParams(id) }),
    )
    put(changed)
    toast.undo(t('serviceAccounts.disabledToast', { name }), () => void enable(changed), { id })
  }

  async function enable({ id, display_name: name }: ServiceAccount): Promise<void> {
    put(await withErrorToast(request('enableServiceAccount', { params: serviceAccountParams(id) })))
    toast.ok(t('serviceAccounts.enabledToast', { name }), { id })
  }

  async function remove({ id, display_name: name }: ServiceAccount): Promise<void> {
    await withErrorToast(request('deleteServiceAccount', { params: serviceAccountParams(id) }))
    setAccounts((all) => all.filter((one) => one.id !== id))
    toast.ok(t('serviceAccounts.deleted', { name }))
  }

  return { accounts, loaded, create, update, disable, enable, remove }
}
