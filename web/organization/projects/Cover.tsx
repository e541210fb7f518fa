import { ImageIcon } from 'lucide-react'
import { cx } from '../../platform/ui/cx.ts'
import { resizedPictureUrl } from '../../platform/ui/resized-picture-url.ts'

interface CoverProps {
  src: string | null
  /** Renders the cover at the height of a text line. */
  isSmall?: boolean
  className?: string
}

/** The cover image of a project, or a placeholder of the same size. */
export function Cover({ src, isSmall = false, className }: CoverProps) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid place-items-center overflow-hidden rounded-md bg-sunken text-icon-faint',
        className,
      )}
    >
      {src === null ? (
        <ImageIcon className="size-5" />
      ) : (
        <img
          src={isSmall ? resizedPictureUrl(src, 320) : src}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
