import { attachmentUrl } from '../../../documents/files/attachments.ts'
import { FileActions, type FileLineProps } from './FileLine.tsx'

/** Thumbnail of a picture. Its name and actions appear on hover. */
export function PictureTile({ row, file, onOpen }: FileLineProps) {
  const { name, width, height } = file.attributes
  return (
    <li className="group/tile relative">
      <button
        type="button"
        aria-label={name}
        title={name}
        onClick={() => onOpen(file.id)}
        className="block aspect-4/3 w-full overflow-hidden rounded-md border border-line bg-sunken outline-none hover:border-line-strong focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-focus"
      >
        <img
          src={attachmentUrl(file, { width: 320 })}
          alt=""
          width={width ?? undefined}
          height={height ?? undefined}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      </button>
      <span className="absolute top-1 end-1 flex rounded-sm bg-raised opacity-0 shadow-float focus-within:opacity-100 group-hover/tile:opacity-100 coarse:hidden">
        <FileActions row={row} file={file} />
      </span>
    </li>
  )
}
