import { type Getter, useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { t, useTranslation } from '../../locales/i18n.ts'
import { onDone, onKept, onLeft, onRefusal, onUndone, onUndoRefused, redo, undo } from '../app/sync.ts'
import type { HistoryStep } from '../sync/history.ts'
import type { RequestError } from '../sync/http.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { toast } from '../ui/toast.ts'
import { useFeatures } from './feature.ts'
import { currentSlug } from './workspace.ts'

/** One toast tells of what the person has done last, with what takes it back or does it again. */
const id = 'change'

/** Says what was changed and offers Undo, and says why a change was refused. */
export function Notices() {
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
  // What Windows has for the same.
  useHotkey('mod+y', () => void redo())
  const sayDone = useEffectEvent((step: HistoryStep) => {
    const { words, isAgain } = step
    const open = openerOf(step)
    toast.ok(isAgain ? t('shell.redone') : titleOf(words), {
      id,
      ...(isAgain && { text: words }),
      action: undoIt(step),
      ...(open && { other: { label: t('ui.open'), onPress: open } }),
    })
  })
  const sayUndone = useEffectEvent(({ words }: HistoryStep) => {
    const action = { label: t('ui.redo'), keys: 'mod+shift+z', isFollowed: true, onPress: () => void redo() }
    toast.ok(t('shell.undone'), { id, text: words, action })
  })
  const sayUndoRefused = useEffectEvent(({ words }: HistoryStep, refused: 'all' | 'some') => {
    toast.error(t(refused === 'all' ? 'shell.undoFailed' : 'shell.undoFailedSome'), { id, text: words })
  })
  const sayKept = useEffectEvent((words: string) => {
    toast.message(words, { id, text: t('shell.keptOffline'), action: undoIt() })
  })
  const sayRefused = useEffectEvent((error: RequestError, lost: string | null) => {
    const title = lost === null ? t('shell.refused') : t('shell.lost', { change: lost || t('shell.aChange') })
    toast.error(title, { text: wordsOf(error) })
  })
  const sayLeft = useEffectEvent((left: 'some' | 'all') => {
    toast.message(t(left === 'all' ? 'shell.undoLeftAll' : 'shell.undoLeftSome'), { id: 'left' })
    if (left === 'all') toast.dismiss(id)
  })
  useEffect(() => {
    const stops = [
      onDone(sayDone),
      onUndone(sayUndone),
      onUndoRefused(sayUndoRefused),
      onKept(sayKept),
      onRefusal(sayRefused),
      onLeft(sayLeft),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return null
}

/** Why something was refused: in our words, and in those of a rule for the one that was broken. */
function wordsOf({ code, fields, message }: RequestError): string {
  if (code === 'offline' || code === 'unavailable' || code === 'internal') return t('shell.refusedServer')
  if (code === 'too_large') return t('shell.refusedSize')
  if (code === 'not_found') return t('shell.refusedGone')
  if (code === 'forbidden') return t('shell.refusedRights')
  // A state or label that was there when it was chosen.
  if (Object.keys(fields).some((field) => /_ids?$/.test(field))) return t('shell.refusedChoice')
  return Object.values(fields).flat()[0] ?? message
}

/** What opens the row that a change has made, as the features know it. */
function useOpener(): ({ opens }: HistoryStep) => (() => void) | undefined {
  const features = useFeatures()
  const navigate = useNavigate()
  const store = useStore()
  return ({ opens }) => {
    if (opens === undefined) return
    const get: Getter = store.get
    for (const { open } of features) {
      const way = open?.({ ...opens, get })
      if (typeof way === 'string') return () => void navigate(`/${currentSlug()}${way}`)
      if (way !== undefined) return way
    }
    return
  }
}

/** Milliseconds within which the same sentence is the same thing once more. */
const soon = 7000

/** The same said again is said once, with how often. */
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
