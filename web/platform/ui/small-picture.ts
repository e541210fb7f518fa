import { type PictureWidth, publicPicturesPath } from '#common/documents/files/rules.ts'

/** The address of a picture that is shown small: of one that was sent here in a width that fits. */
export function smallPicture(src: string, width: PictureWidth): string {
  return src.startsWith(publicPicturesPath) ? `${src}?width=${width}` : src
}
