import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { t, useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { StoredDocument } from '../editor/StoredDocument.tsx'
import { compareTexts, type TextComparison } from './compare/compare.ts'
import type { ChangeLabels } from './compare/writer.ts'
import { formatFullDateTime, type ListedVersion } from './format-full-date-time.ts'
import { type LoadVersionText, useVersionText } from './use-version-text.ts'
import { useVersionWriters } from './use-writers.ts'
import './versions.css'

type View = 'before' | 'now' | 'text'

interface VersionTextProps {
  version: ListedVersion
  /** The preceding version, or undefined for the oldest one. */
  before: ListedVersion | undefined
  /** The current version, or undefined if `version` is the current one. */
  now: ListedVersion | undefined
  /** True while older versions are still being loaded. */
  isLoading: boolean
  readText: LoadVersionText
}

/**
 * Shows the text of a version: with the changes of that version marked, with all later changes marked, or
 * without marks.
 */
export function VersionText({ version, before, now, isLoading, readText }: VersionTextProps) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState<View>('before')
  const view = wanted === 'now' && now === undefined ? 'before' : wanted
  const { name } = useVersionWriters(version)
  const area = useRef<HTMLDivElement>(null)
  // The focus is in the list of versions, which handles letter keys itself. `whileTyping` makes these shortcuts work
  // there too.
  const keys = { inModal: true, whileTyping: true, group: t('versions.history') }
  useHotkey('n', () => showNextChange(area.current, 1), { ...keys, description: t('versions.nextChange') })
  useHotkey('p', () => showNextChange(area.current, -1), {
    ...keys,
    description: t('versions.previousChange'),
  })
  return (
    <section
      aria-label={t('versions.of', {
        name: name ?? t('versions.nobody'),
        when: formatFullDateTime(version.last_saved_at),
      })}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <header className="flex flex-wrap items-center gap-2 px-4 py-2 sm:px-6">
        <SegmentedControl<View>
          label={t('versions.view')}
          value={view}
          onChange={setWanted}
          options={[
            { value: 'before', label: t('versions.views.before') },
            { value: 'now', label: t('versions.views.now'), disabled: now === undefined },
            { value: 'text', label: t('versions.views.text') },
          ]}
        />
        {view !== 'text' && (
          <span className="ms-auto flex">
            <IconButton
              size="sm"
              label={t('versions.previousChange')}
              keys="p"
              icon={<ArrowUp />}
              onClick={() => showNextChange(area.current, -1)}
            />
            <IconButton
              size="sm"
              label={t('versions.nextChange')}
              keys="n"
              icon={<ArrowDown />}
              onClick={() => showNextChange(area.current, 1)}
            />
          </span>
        )}
      </header>
      <div
        ref={area}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
        tabIndex={0}
        className="scroll-quiet min-h-0 flex-1 overflow-y-auto px-4 pb-4 outline-none focus-visible:inset-ring-2 focus-visible:inset-ring-focus sm:px-6"
      >
        {view === 'before' && before === undefined && isLoading ? (
          <TextSkeleton />
        ) : (
          <Compared
            version={version}
            other={{ before, now, text: undefined }[view]}
            isOlder={view !== 'now'}
            note={view === 'before' && before === undefined ? t('versions.first') : null}
            readText={readText}
          />
        )}
      </div>
    </section>
  )
}

/** Scrolls to the next or previous change and highlights it. At the last change, the next change is the first one. */
function showNextChange(area: HTMLElement | null, by: 1 | -1): void {
  const changes = [
    ...(area?.querySelectorAll<HTMLElement>('.document [data-change], .document [data-change-block]') ?? []),
  ]
  const at = changes.findIndex((change) => change.hasAttribute('data-change-current'))
  const next =
    changes[at === -1 && by === -1 ? changes.length - 1 : (at + by + changes.length) % changes.length]
  changes[at]?.removeAttribute('data-change-current')
  next?.setAttribute('data-change-current', '')
  next?.scrollIntoView({ block: 'center' })
}

interface ComparedProps {
  version: ListedVersion
  /** The version to compare with, or undefined to show the text without marks. */
  other: ListedVersion | undefined
  isOlder: boolean
  /**
   * Explains why the version is shown without a comparison. Null if the version is compared with another
   * version.
   */
  note: string | null
  readText: LoadVersionText
}

function Compared({ version, other, isOlder, note, readText }: ComparedProps) {
  const text = useVersionText(version, readText)
  const compared = useVersionText(other, readText)
  const all = [text, ...(other ? [compared] : [])]
  if (all.some(({ status }) => status === 'error'))
    return (
      <LoadError
        compact
        onRetry={() => {
          for (const { status, retry } of all) if (status === 'error') retry()
        }}
      />
    )
  if (all.some(({ status }) => status === 'loading')) return <TextSkeleton />
  const [older, newer] = isOlder ? [compared.html, text.html] : [text.html, compared.html]
  return other ? (
    <Changes older={older} newer={newer} text={text.html} />
  ) : (
    <Text html={text.html} note={note} />
  )
}

function TextSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-3 py-2">
      {['w-11/12', 'w-full', 'w-2/3'].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  )
}

function Changes({ older, newer, text }: { older: string; newer: string; text: string }) {
  const { t } = useTranslation()
  const comparison = useMemo(() => compareTexts(older, newer, changeLabels(), parsed), [older, newer])
  if (comparison === null) return <Text html={text} note={t('versions.tooLong')} />
  return (
    <>
      <Summary comparison={comparison} />
      <Text html={comparison.html} />
    </>
  )
}

function Text({ html, note = null }: { html: string; note?: string | null }) {
  const { t } = useTranslation()
  return (
    <>
      {note && <p className="mb-3 text-faint text-sm">{note}</p>}
      {isEmpty(html) ? <p className="text-faint">{t('versions.noText')}</p> : <StoredDocument html={html} />}
    </>
  )
}

/** Shows the number of changes of each kind. Each number has the style of the marks in the text. */
function Summary({ comparison }: { comparison: TextComparison }) {
  const { t } = useTranslation()
  const kinds = (['added', 'removed', 'moved', 'restyled'] as const).filter((kind) => comparison[kind] > 0)
  return (
    <p
      aria-live="polite"
      className="mb-3 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft"
    >
      {kinds.length === 0 && t(comparison.isSame ? 'versions.same' : 'versions.sameWords')}
      {kinds.map((kind) => (
        <span key={kind} className="change-key" data-change={kind === 'moved' ? 'movedHere' : kind}>
          {t(`versions.counts.${kind}`, { count: comparison[kind] })}
        </span>
      ))}
    </p>
  )
}

/** Parses HTML into a document that does not run scripts or load resources. */
function parsed(html: string): Element {
  return new DOMParser().parseFromString(html, 'text/html').body
}

function isEmpty(html: string): boolean {
  const body = parsed(html)
  return (
    body.textContent.trim() === '' &&
    body.querySelector('img, image-component, file-component, mention-component, table, [data-type]') === null
  )
}

/** Texts for screen readers before each marked change. */
function changeLabels(): ChangeLabels {
  return {
    added: t('versions.said.added'),
    removed: t('versions.said.removed'),
    restyled: t('versions.said.restyled'),
    movedHere: t('versions.said.movedHere'),
    movedAway: t('versions.said.movedAway'),
  }
}
