import { atom } from 'jotai'
import { useEffect, useState } from 'react'
import type { Calls } from '#common/calls.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { request, store } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'

type InstancePermissions = ResponseOf<Calls['getInstanceAdmin']>

const permissionsAtom = atom<InstancePermissions>({ is_instance_admin: false, may_create_workspaces: false })

/** True if the user is an instance admin; false until known. */
export const isInstanceAdminAtom = atom((get) => get(permissionsAtom).is_instance_admin)

/** True if the user may create workspaces; false until known. */
export const canCreateWorkspacesAtom = atom((get) => get(permissionsAtom).may_create_workspaces)

let loading: Promise<boolean> | null = null

/** Loads whether the user is an instance admin. After a successful request, no further request is sent. */
export function loadIsInstanceAdmin(): Promise<boolean> {
  loading ??= loadInstancePermissions().then((permissions) => {
    if (permissions === null) loading = null
    return permissions?.is_instance_admin === true
  })
  return loading
}

/**
 * Loads the permissions of the user on this Tandem instance, because an instance admin may have changed them.
 * Returns null if the request failed.
 */
export async function loadInstancePermissions(): Promise<InstancePermissions | null> {
  try {
    const permissions = await request('getInstanceAdmin', {})
    store.set(permissionsAtom, permissions)
    return permissions
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return null
  }
}

/**
 * Returns true if the user may create workspaces. The hook sends a request when the screen opens. It returns
 * null until the response arrives, and if the request fails.
 */
export function useCanCreateWorkspaces(): boolean | null {
  const [may, setMay] = useState<boolean | null>(null)
  useEffect(
    () =>
      void loadInstancePermissions().then((permissions) =>
        setMay(permissions?.may_create_workspaces ?? null),
      ),
    [],
  )
  return may
}
