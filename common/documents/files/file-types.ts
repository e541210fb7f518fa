/** The types of pictures that are shown. The server detects the type from the content. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

export function isPictureType(type: string): boolean {
  return pictureNames.includes(type)
}

/** Media types of pictures, including an incorrect name that some clients send. */
const pictureNames: readonly string[] = [...pictureTypes, 'image/jpg']

const named = {
  image:
    'jpeg jpg png gif svg+xml webp tiff bmp avif heic heif x-portable-anymap x-portable-bitmap x-portable-graymap x-portable-pixmap',
  text: 'plain markdown csv css javascript xml x-sql rtf html calendar',
  audio: 'mpeg mp3 mp4 wav x-wav ogg midi x-midi aac flac x-flac m4a x-m4a webm',
  video: 'mp4 mpeg ogg webm quicktime x-msvideo x-ms-wmv x-matroska',
  font: 'ttf otf woff woff2',
  model: 'gltf-binary gltf+json',
  multipart: 'x-zip',
  application: [
    'pdf rtf msword vnd.ms-excel vnd.ms-powerpoint vnd.visio json xml javascript sql x-sql octet-stream',
    'zip x-zip-compressed x-rar-compressed vnd.rar x-tar gzip x-gzip x-7z-compressed x-compressed',
    'vnd.openxmlformats-officedocument.wordprocessingml.document vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'vnd.openxmlformats-officedocument.presentationml.presentation vnd.oasis.opendocument.text',
    'vnd.oasis.opendocument.spreadsheet vnd.oasis.opendocument.presentation vnd.oasis.opendocument.graphics',
  ].join(' '),
}

/** The media types that attachments may have. */
export const attachmentTypes: ReadonlySet<string> = new Set(
  Object.entries(named).flatMap(([kind, names]) => names.split(' ').map((name) => `${kind}/${name}`)),
)

/** The kinds of preview that the file viewer has. */
export type FileViewerKind = 'picture' | 'pdf' | 'video' | 'audio' | 'text' | 'none'

/**
 * Returns the kind of preview of a file. `width` is null if the server could not decode the picture, and
 * undefined if it is not known yet.
 */
export function fileViewerKind({
  type,
  width,
}: {
  type: string
  width?: number | null | undefined
}): FileViewerKind {
  if (isPictureType(type)) return width === null ? 'none' : 'picture'
  if (type === 'application/pdf') return 'pdf'
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('audio/')) return 'audio'
  return isTextFileType(type) ? 'text' : 'none'
}

/** Returns true for files that can be shown as plain text. HTML and SVG are shown as source code. */
export function isTextFileType(type: string): boolean {
  return type.startsWith('text/') || textual.has(type)
}

const textual = new Set([
  'application/json',
  'application/xml',
  'application/javascript',
  'application/sql',
  'application/x-sql',
  'image/svg+xml',
])
