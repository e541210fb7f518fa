import { type PictureWidth, publicPicturesPath } from '#common/documents/files/rules.ts'

/** Returns the URL of an uploaded picture in the given width. Returns the URL of any other picture unchanged. */
export function resizedPictureUrl(src: string, width: PictureWidth): string {
  return src.startsWith(publicPicturesPath) ? `${src}?width=${width}` : src
}
