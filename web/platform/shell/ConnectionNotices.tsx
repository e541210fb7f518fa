import { type Getter, useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { t, useTranslation } from '../../locales/i18n.ts'
import { failureMessageOf } from '../app/failures.ts'
import {
  onDone,
  onPartlyUndone,
  onQueued,
  onRefusal,
  onUndone,
  onUndoRefused,
  redo,
  undo,
} from '../app/sync.ts'
import type { HistoryStep } from '../sync/history.ts'
import type { RequestError } from '../sync/http.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { toast } from '../ui/toast.ts'
import { useFeatures } from './feature.ts'
import { currentSlug } from './workspace.ts'

/** The toasts of all changes have this id, so that a new toast replaces the toast of the previous change. */
const id = 'change'

/** Shows changes with Undo, and explains rejected changes. */
export function ConnectionNotices() {
  const { t } = useTranslation()
  const general = t('shell.keys.general')
  const openerOf = useOpener()
  const titleOf = useRepeated()
  const undoIt = (which?: HistoryStep) => ({
    label: t('ui.undo'),
    keys: 'mod+z',
    isFollowed: true,
    onPress: () => void undo(which),
  })
  useHotkey('mod+z', () => void undo(), { description: t('shell.keys.undo'), group: general })
  useHotkey('mod+shift+z', () => void redo(), { description: t('shell.keys.redo'), group: general })
  // The Redo shortcut of Windows.
  useHotkey('mod+y', () => void redo())
  const sayDone = useEffectEvent((step: HistoryStep) => {
    const { message, isRedo } = step
    const open = openerOf(step)
    toast.ok(isRedo ? t('shell.redone') : titleOf(message), {
      id,
      ...(isRedo && { text: message }),
      action: undoIt(step),
      ...(open && { other: { label: t(step.createdRow?.isHidden ? 'ui.show' : 'ui.open'), onPress: open } }),
    })
  })
  const sayUndone = useEffectEvent(({ message }: HistoryStep) => {
    const action = { label: t('ui.redo'), keys: 'mod+shift+z', isFollowed: true, onPress: () => void redo() }
    toast.ok(t('shell.undone'), { id, text: message, action })
  })
  const sayUndoRefused = useEffectEvent(({ message }: HistoryStep, refused: 'all' | 'some') => {
    toast.error(t(refused === 'all' ? 'shell.undoFailed' : 'shell.undoFailedSome'), { id, text: message })
  })
  const sayQueued = useEffectEvent((message: string) => {
    toast.message(message, { id, text: t('shell.keptOffline'), action: undoIt() })
  })
  const sayRefused = useEffectEvent((error: RequestError, lost: string | null) => {
    const failure = lost === null ? failureMessageOf(error) : null
    const title = failure
      ? failure.title && failure.message
        ? t('ui.titleAndText', { title: failure.title, text: failure.message })
        : failure.title || failure.message
      : lost === null
        ? t('shell.refused')
        : t('shell.lost', { change: lost || t('shell.aChange') })
    toast.error(title, { text: wordsOf(error) })
  })
  const sayPartlyUndone = useEffectEvent((left: 'some' | 'all') => {
    toast.message(t(left === 'all' ? 'shell.undoLeftAll' : 'shell.undoLeftSome'), { id: 'left' })
    if (left === 'all') toast.dismiss(id)
  })
  useEffect(() => {
    const stops = [
      onDone(sayDone),
      onUndone(sayUndone),
      onUndoRefused(sayUndoRefused),
      onQueued(sayQueued),
      onRefusal(sayRefused),
      onPartlyUndone(sayPartlyUndone),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return null
}

/** Returns a text that explains a rejection: a translated text, or the message of the violated rule. */
function wordsOf({ code, fields, message }: RequestError): string {
  if (code === 'offline' || code === 'unavailable' || code === 'internal') return t('shell.refusedServer')
  if (code === 'too_large') return t('shell.refusedSize')
  if (code === 'not_found') return t('shell.refusedGone')
  if (code === 'forbidden') return t('shell.refusedRights')
  // An error in an id field means that the chosen state or label no longer exists.
  if (Object.keys(fields).some((field) => /_ids?$/.test(field))) return t('shell.refusedChoice')
  return Object.values(fields).flat()[0] ?? message
}

/** Returns a function that opens the row that a change has created, if a feature can open such a row. */
function useOpener(): (step: HistoryStep) => (() => void) | undefined {
  const features = useFeatures()
  const navigate = useNavigate()
  const store = useStore()
  return ({ createdRow }) => {
    if (createdRow === undefined) return
    const get: Getter = store.get
    for (const { open } of features) {
      const way = open?.({ ...createdRow, get })
      if (typeof way === 'string') return () => void navigate(`/${currentSlug()}${way}`)
      if (way !== undefined) return way
    }
    return
  }
}

/** If the same message occurs again within this many milliseconds, the notice shows a count. */
const soon = 7000

/** Returns a function that adds a count to a message that is repeated within `soon`. */
function useRepeated(): (words: string) => string {
  const { t } = useTranslation()
  const last = useRef({ words: '', times: 0, at: 0 })
  return (words) => {
    const now = Date.now()
    const isSame = last.current.words === words && now - last.current.at < soon
    const times = isSame ? last.current.times + 1 : 1
    last.current = { words, times, at: now }
    return times === 1 ? words : t('shell.repeated', { words, times })
  }
}
