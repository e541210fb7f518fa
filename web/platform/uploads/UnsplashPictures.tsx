import { Search } from 'lucide-react'
import { useState } from 'react'
import type { UnsplashPicture } from '#common/documents/files/unsplash.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { RequestError } from '../sync/http.ts'
import { announce } from '../ui/announce.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Input } from '../ui/Input.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { type UnsplashSearch, useUnsplash } from './use-unsplash.ts'

interface UnsplashPicturesProps {
  choose: (pictureId: string) => Promise<void>
  onChosen: () => void
}

/** Searches Unsplash. The server copies the chosen picture. */
export function UnsplashPictures({ choose, onChosen }: UnsplashPicturesProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useUnsplash(typed)
  const [copying, setCopying] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function copy(id: string) {
    if (copying !== null) return
    setCopying(id)
    setProblem(null)
    try {
      await choose(id)
      onChosen()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setProblem(error.message)
      announce(error.message)
    } finally {
      setCopying(null)
    }
  }

  return (
    <div className="flex flex-col gap-3" aria-busy={search.status === 'loading'}>
      <Input
        type="search"
        icon={<Search />}
        aria-label={t('files.covers.search')}
        placeholder={t('files.covers.search')}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {problem !== null && <p className="text-sm text-pretty text-danger">{problem}</p>}
      <FoundPictures search={search} copying={copying} onChoose={(id) => void copy(id)} />
    </div>
  )
}

interface FoundPicturesProps {
  search: UnsplashSearch
  copying: string | null
  onChoose: (id: string) => void
}

function FoundPictures({ search, copying, onChoose }: FoundPicturesProps) {
  const { t } = useTranslation()
  const { pictures, status, failure, more, retry } = search
  if (status === 'ready' && pictures.length === 0)
    return <EmptyState compact icon={<Search />} title={t('ui.picker.empty')} />
  return (
    <>
      <ul className="grid grid-cols-2 gap-2">
        {pictures.map((picture) => (
          <li key={picture.id} className="flex min-w-0 flex-col">
            <PictureButton
              picture={picture}
              isCopying={copying === picture.id}
              onClick={() => onChoose(picture.id)}
            />
            <a
              href={picture.user.links.html}
              target="_blank"
              rel="noreferrer"
              className="block truncate text-xs leading-6 text-soft hover:underline"
            >
              {t('files.covers.credit', { name: picture.user.name })}
            </a>
          </li>
        ))}
        {status === 'loading' &&
          [1, 2, 3, 4].map((at) => (
            <li key={at}>
              <Skeleton className="h-18 w-full rounded-md" />
            </li>
          ))}
      </ul>
      {status === 'error' && <ErrorState compact text={failure} onRetry={retry} />}
      {more !== null && (
        <Button size="sm" onClick={more} className="self-center">
          {t('workItems.showMore')}
        </Button>
      )}
    </>
  )
}

interface PictureButtonProps {
  picture: UnsplashPicture
  isCopying: boolean
  onClick: () => void
}

function PictureButton({ picture, isCopying, onClick }: PictureButtonProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-label={
        picture.alt_description ??
        picture.description ??
        t('files.covers.credit', { name: picture.user.name })
      }
      aria-busy={isCopying}
      onClick={onClick}
      className="relative block h-18 w-full overflow-hidden rounded-md border border-line bg-sunken outline-offset-2"
    >
      <img
        src={picture.urls.small}
        alt=""
        loading="lazy"
        className={`size-full object-cover ${isCopying ? 'opacity-40' : ''}`}
      />
      {isCopying && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
}
