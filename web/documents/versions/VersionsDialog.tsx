import { History } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import type { LoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import type { ListedVersion } from './format-full-date-time.ts'
import { NameVersion } from './NameVersion.tsx'
import { VersionList } from './VersionList.tsx'

// The code for comparing and showing texts is loaded with the first version.
const versionText = loadable(() => import('./VersionText.tsx').then(({ VersionText }) => VersionText))

export interface VersionsDialogProps {
  kind: 'description' | 'page'
  /** The key and name of the work item, or the name of the page, that the text belongs to. */
  of: ReactNode
  /** The versions, newest first. The first one is the current text. */
  versions: readonly ListedVersion[]
  loaded: LoadState
  /** The current text is compared with the last version that was stored before this time. */
  since?: string | null
  /** Loads the HTML of a version. Throws `RequestError`. */
  readText: (version: ListedVersion) => Promise<string>
  /** Restores a version. It is undefined if the user may not edit the text. */
  onRestore?: ((version: ListedVersion) => void) | undefined
  /** Sets the name of a version, or removes it if `name` is null. Is undefined if the user may not edit the text. */
  onName?: ((version: ListedVersion, name: string | null) => void) | undefined
  /** Explains why the user cannot restore versions at the moment, such as a locked page. */
  note?: string | undefined
  onClose: () => void
}

/**
 * The version history of a text. The user can compare each version with the version before it or with the
 * current text.
 */
export function VersionsDialog({
  kind,
  of,
  versions,
  loaded,
  since = null,
  readText,
  onRestore,
  onName,
  note,
  onClose,
}: VersionsDialogProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const listed = useMemo(() => withNamedFirst(versions), [versions])
  // The current text is selected at first, although versions with a name are listed before it.
  const version = versions.find(({ id }) => id === chosen) ?? versions[0]
  const at = version === undefined ? 0 : versions.indexOf(version)
  const place = version === undefined ? 0 : listed.indexOf(version)
  const title = t(`versions.${kind}.title`)
  const go = (by: number) =>
    setChosen(listed[Math.min(listed.length - 1, Math.max(0, place + by))]?.id ?? null)
  useHotkey('j', () => go(1), { inModal: true, group: title, description: t('versions.older') })
  useHotkey('k', () => go(-1), { inModal: true, group: title, description: t('versions.newer') })
  const isShown = version !== undefined && loaded.status !== 'no_access'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="xl"
      title={title}
      description={of}
      initialFocus={list}
      footer={
        isShown &&
        (onRestore ?? note) !== undefined && (
          <Restoring
            naming={onName && <NameVersion version={version} onName={onName} />}
            isPresent={at === 0}
            note={note}
            onRestore={
              onRestore &&
              (() => {
                onRestore(version)
                onClose()
              })
            }
          />
        )
      }
    >
      {isShown ? (
        <div className="-mx-5 -mb-5 flex h-[min(72dvh,46rem)] min-h-0 flex-col border-line border-t sm:h-[min(62dvh,44rem)] sm:flex-row">
          <div className="flex max-h-[34%] shrink-0 flex-col border-line border-b sm:max-h-none sm:w-74 sm:border-e sm:border-b-0">
            <VersionList
              ref={list}
              versions={listed}
              at={place}
              presentId={versions[0]?.id}
              onChoose={(id) => setChosen(id)}
              isLoading={loaded.status === 'loading'}
            />
            {loaded.status === 'error' && <LoadError compact onRetry={loaded.retry} />}
          </div>
          <LazyComponent
            part={versionText}
            props={{
              version,
              before: (at === 0 && since !== null && findVersionBefore(versions, since)) || versions[at + 1],
              now: at === 0 ? undefined : versions[0],
              isLoading: loaded.status === 'loading',
              readText,
            }}
            failure={(retry) => <LoadError onRetry={retry} />}
          />
        </div>
      ) : (
        <VersionsPlaceholder kind={kind} loaded={loaded} />
      )}
    </Dialog>
  )
}

/** Returns first the versions with a name and then the versions without a name, each newest first. */
function withNamedFirst(versions: readonly ListedVersion[]): ListedVersion[] {
  const isNamed = ({ name = null }: ListedVersion) => name !== null
  return [...versions.filter(isNamed), ...versions.filter((version) => !isNamed(version))]
}

/**
 * Returns the newest version that was stored by this time, or otherwise the oldest version. Skips the first version,
 * because it is the current text.
 */
function findVersionBefore(versions: readonly ListedVersion[], time: string): ListedVersion | undefined {
  return versions.slice(1).find(({ last_saved_at }) => last_saved_at <= time) ?? versions.slice(1).at(-1)
}

interface RestoringProps {
  naming: ReactNode
  isPresent: boolean
  note: string | undefined
  onRestore: (() => void) | undefined
}

function Restoring({ naming, isPresent, note, onRestore }: RestoringProps) {
  const { t } = useTranslation()
  if (onRestore === undefined) return <span className="me-auto text-sm text-faint">{note}</span>
  return (
    <>
      {naming}
      {isPresent && <span className="text-sm text-faint max-sm:hidden">{t('versions.isPresent')}</span>}
      <Button variant="primary" disabled={isPresent} onClick={onRestore}>
        {t('versions.restore')}
      </Button>
    </>
  )
}

/** Shown while the versions are loading, if loading failed, and if the text has no versions. */
function VersionsPlaceholder({ kind, loaded }: Pick<VersionsDialogProps, 'kind' | 'loaded'>) {
  const { t } = useTranslation()
  return (
    <LoadedContent
      of={loaded}
      noAccess={
        <NoAccessState title={t('versions.noAccessTitle')} text={t(`versions.${kind}.noAccessText`)} />
      }
      skeleton={
        <div aria-busy className="flex flex-col gap-3 py-6">
          {['w-2/5', 'w-3/5', 'w-1/2'].map((width) => (
            <Skeleton key={width} className={width} />
          ))}
        </div>
      }
    >
      <EmptyState
        icon={<History />}
        title={t('versions.emptyTitle')}
        text={t(`versions.${kind}.emptyText`)}
      />
    </LoadedContent>
  )
}
