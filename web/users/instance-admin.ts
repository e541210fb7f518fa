import { atom } from 'jotai'
import { request, store } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'

/** Whether one runs the installation; false until that is known. */
export const isInstanceAdminAtom = atom(false)

let asked: Promise<boolean> | null = null

/** Asked once, when something of the screen needs it first. */
export function loadInstanceAdmin(): Promise<boolean> {
  asked ??= request('getInstanceAdmin', {}).then(
    ({ is_instance_admin }) => {
      store.set(isInstanceAdminAtom, is_instance_admin)
      return is_instance_admin
    },
    (error: unknown) => {
      asked = null
      if (!(error instanceof RequestError)) throw error
      return false
    },
  )
  return asked
}
