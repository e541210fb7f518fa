import { useCallback, useEffect, useState } from 'react'
import { RequestError } from '../../platform/sync/http.ts'
import type { ListedVersion } from './format-full-date-time.ts'

export type LoadVersionText = (version: ListedVersion) => Promise<string>

interface VersionText {
  status: 'none' | 'loading' | 'ready' | 'error'
  html: string
  retry: () => void
}

/**
 * Loads the text of a version. The latest version is loaded again when somebody has edited the text. Earlier
 * versions never change, so they are loaded only once.
 */
export function useVersionText(version: ListedVersion | undefined, read: LoadVersionText): VersionText {
  const key = version ? `${version.id} ${version.last_saved_at}` : ''
  const [texts, setTexts] = useState<ReadonlyMap<string, string | null>>(new Map())
  const load = useCallback(async () => {
    if (version === undefined) return
    const note = (html: string | null) => setTexts((now) => new Map(now).set(key, html))
    try {
      note(await read(version))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      note(null)
    }
  }, [version, key, read])
  const isKnown = texts.has(key)
  useEffect(() => {
    if (!isKnown) void load()
  }, [isKnown, load])
  const html = texts.get(key)
  const status =
    version === undefined ? 'none' : html === null ? 'error' : html === undefined ? 'loading' : 'ready'
  return { status, html: html ?? '', retry: () => void load() }
}
