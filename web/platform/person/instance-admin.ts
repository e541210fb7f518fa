import { atom } from 'jotai'
import { useEffect, useState } from 'react'
import type { Calls } from '#common/calls.ts'
import type { AnswerOf } from '#common/platform/call.ts'
import { request, store } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'

type Standing = AnswerOf<Calls['getInstanceAdmin']>

const standingAtom = atom<Standing>({ is_instance_admin: false, may_create_workspaces: false })

/** Whether one runs the installation; false until that is known. */
export const isInstanceAdminAtom = atom((get) => get(standingAtom).is_instance_admin)

/** Whether one may make workspaces; false until that is known. */
export const mayCreateWorkspacesAtom = atom((get) => get(standingAtom).may_create_workspaces)

let asked: Promise<boolean> | null = null

/** Asked once, when something of the screen needs it first. */
export function loadInstanceAdmin(): Promise<boolean> {
  asked ??= readStanding().then((standing) => {
    if (standing === null) asked = null
    return standing?.is_instance_admin === true
  })
  return asked
}

/** Asked anew, since an admin of the installation may have switched something meanwhile; null where it could not be asked. */
export async function readStanding(): Promise<Standing | null> {
  try {
    const standing = await request('getInstanceAdmin', {})
    store.set(standingAtom, standing)
    return standing
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return null
  }
}

/** Asked anew by a screen that is about it; null until it is known. */
export function useMayCreateWorkspaces(): boolean | null {
  const [may, setMay] = useState<boolean | null>(null)
  useEffect(() => void readStanding().then((standing) => setMay(standing?.may_create_workspaces ?? null)), [])
  return may
}
